package org.mizani;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What may use what. Packages stand on floors; whoever is on one uses only what lies below. */
class PackageRulesTest {

  private static final String ROOT = "org.mizani";

  private static final List<List<String>> FLOORS =
      List.of(
          List.of("money", "fault", "retry", "vault", "batch", "database"),
          List.of("corridor", "fx", "web", "lease"),
          List.of("business", "rail", "qr"),
          List.of("rail.sandbox", "ledger", "webhook", "verification"),
          List.of("payout", "collection"),
          List.of("sweep", "sandbox"),
          List.of("operator", "launch"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void everyPackageHasItsFloor() {
    assertThat(CLASSES.stream().map(PackageRulesTest::packageOf).distinct())
        .allSatisfy(name -> assertThat(floorOf(name)).as("floor of " + name).isPresent());
  }

  @Test
  void arrowsPointDownward() {
    Map<String, String> upward = new TreeMap<>();
    for (JavaClass user : CLASSES) {
      user.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(used -> used.getPackageName().startsWith(ROOT + "."))
          .filter(used -> !packageOf(used).equals(packageOf(user)))
          .filter(used -> floor(used) >= floor(user))
          .forEach(used -> upward.put(user.getName(), used.getName()));
    }
    assertThat(upward).isEmpty();
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyWhatStandsOnThemUsesPayoutsCollectionsAndTheSimulator() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ROOT + ".payout..",
            ROOT + ".collection..",
            ROOT + ".rail.sandbox..",
            ROOT + ".sweep..",
            ROOT + ".operator..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".payout..", ROOT + ".collection..", ROOT + ".rail.sandbox..")
        .check(CLASSES);
  }

  @Test
  void rulesOfMoneyAndCorridorsKnowNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + ".money",
            ROOT + ".fault",
            ROOT + ".retry",
            ROOT + ".vault",
            ROOT + ".corridor",
            ROOT + ".qr")
        .and()
        .haveSimpleNameNotEndingWith("Producer")
        .and(DescribedPredicate.not(outermost("Config", "Resource")))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.quarkus..", "jakarta.ws.rs..", "io.vertx..")
        .check(CLASSES);
  }

  @Test
  void httpIsSpokenByResourcesFiltersAndMappersOnly() {
    classes()
        .that(use("jakarta.ws.rs"))
        .should(ArchCondition.from(outermost("Resource", "Filter", "Mapper")))
        .check(CLASSES);
  }

  @Test
  void theOpenApiDocumentsAreWrittenInNoAnnotation() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.microprofile.openapi..")
        .check(CLASSES);
  }

  @Test
  void onlyTheLedgerWritesBalances() throws IOException {
    Pattern write = Pattern.compile("(UPDATE|INSERT\\s+INTO|DELETE\\s+FROM)\\s+wallet\\b");
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      assertThat(sources.filter(source -> source.toString().endsWith(".java")))
          .filteredOn(source -> write.matcher(read(source)).find())
          .isNotEmpty()
          .allSatisfy(source -> assertThat(source.getParent()).endsWith(Path.of("ledger")));
    }
  }

  @Test
  void nothingIsABinaryFloat() throws IOException {
    // Jackson's name for how a number is written is no number.
    Pattern binary =
        Pattern.compile(
            "(?<!CoercionInputShape\\.)\\b(float|double|Float|Double)\\b"
                + "|(float|double)Value\\(|getDouble");
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      assertThat(sources.filter(source -> source.toString().endsWith(".java")))
          .isNotEmpty()
          .allSatisfy(
              source ->
                  assertThat(binary.matcher(withoutComments(read(source))).results())
                      .as(source.toString())
                      .isEmpty());
    }
  }

  @Test
  void noColumnIsABinaryFloat() throws IOException {
    Pattern binary = Pattern.compile("(?i)\\b(real|float[48]?|double)\\b");
    try (Stream<Path> scripts = Files.walk(Path.of("src/main/resources/db/migration"))) {
      assertThat(scripts.filter(script -> script.toString().endsWith(".sql")))
          .isNotEmpty()
          .allSatisfy(
              script ->
                  assertThat(binary.matcher(read(script).replaceAll("--.*", "")).results())
                      .as(script.toString())
                      .isEmpty());
    }
  }

  private static String withoutComments(String source) {
    return source.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//.*", "");
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int floor(JavaClass type) {
    return floorOf(packageOf(type)).orElseThrow();
  }

  private static Optional<Integer> floorOf(String name) {
    return Stream.iterate(0, floor -> floor + 1)
        .limit(FLOORS.size())
        .filter(floor -> FLOORS.get(floor).contains(name))
        .findFirst();
  }

  private static String packageOf(JavaClass type) {
    return type.getPackageName().substring(ROOT.length() + 1);
  }

  private static DescribedPredicate<JavaClass> outermost(String... endings) {
    return DescribedPredicate.describe(
        "have a name (or be nested in one) that ends in " + String.join(", ", endings),
        type -> {
          String name = type.getName().substring(type.getPackageName().length() + 1);
          String outer = name.split("\\$")[0];
          return Stream.of(endings).anyMatch(outer::endsWith);
        });
  }

  private static DescribedPredicate<JavaClass> use(String prefix) {
    return DescribedPredicate.describe(
        "use " + prefix,
        type ->
            type.getDirectDependenciesFromSelf().stream()
                .anyMatch(d -> d.getTargetClass().getPackageName().startsWith(prefix)));
  }
}
