package org.mizani;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Allowed dependencies. Packages stand on floors; a package uses only packages of the floors below
 * its own.
 */
class PackageRulesTest {

  private static final String ROOT = "org.mizani";

  private static final List<List<String>> FLOORS =
      List.of(
          List.of("address", "money", "fault", "encryption"),
          List.of("database"),
          List.of("audit", "database.replica", "service"),
          List.of("corridor", "log"),
          List.of("business", "figures"),
          List.of("rail"),
          List.of(
              "rail.guard",
              "rail.http",
              "rail.pawapay.signature",
              "rail.simulator",
              "rail.token",
              "webhook.address",
              "work"),
          List.of("rail.daraja", "rail.pawapay", "screening", "webhook.queue"),
          List.of("http", "webhook.order"),
          List.of("paging", "rail.callback"),
          List.of("access", "rail.balance", "rail.check", "rail.statement"),
          List.of("repeat"),
          List.of("apikey", "fx", "qr"),
          List.of("fx.quote", "fx.refresh"),
          List.of("webhook", "ledger", "verification"),
          List.of(
              "ledger.statement",
              "payout.answer",
              "collection.answer",
              "webhook.delivery",
              "webhook.endpoint"),
          List.of("payout.limit", "payout.record", "collection.record"),
          List.of("payout", "collection", "launch.sandbox", "timeline"),
          List.of("payout.request", "payout.schedule", "collection.request"),
          List.of(
              "event", "payout.bulk", "refund", "sweep", "launch", "operator.access", "retention"),
          List.of("operator.approval", "operator.audit", "operator.query"),
          List.of(
              "operator.business",
              "operator.payment",
              "operator.rail",
              "operator.rate",
              "operator.summary",
              "operator.sweep",
              "operator.wallet",
              "operator.webhook"),
          List.of("console"),
          List.of("console.access", "console.business", "console.payment", "console.today"),
          List.of("console.work"));

  /** Types on the way of a payment from its request to its webhook, by the end of their names. */
  private static final List<String> STATIONS =
      List.of(
          "Resource",
          "OrderReader",
          "s",
          "Creation",
          "Settler",
          "Leases",
          "Decision",
          "Settlement",
          "ManualSettlement",
          "Webhook",
          "Repository");

  /**
   * Types of payouts without a counterpart in collections: shared rules of fields, returns, the
   * usage of limits, and the watch.
   */
  private static final Set<String> OF_PAYOUTS_ONLY =
      Set.of("Fields", "Return", "Returns", "Usage", "Watch");

  private static final Set<String> OF_COLLECTIONS_ONLY = Set.of("Consequences", "Unpaid");

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
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void noPackageHasACircleOfTypes() {
    Map<String, Set<String>> used = new TreeMap<>();
    for (JavaClass user : CLASSES) {
      user.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(other -> other.getPackageName().equals(user.getPackageName()))
          .map(PackageRulesTest::outermost)
          .filter(other -> !other.equals(outermost(user)))
          .forEach(other -> used.computeIfAbsent(outermost(user), n -> new TreeSet<>()).add(other));
    }
    assertThat(used.keySet().stream().filter(type -> reaches(type, type, used, new HashSet<>())))
        .isEmpty();
  }

  private static boolean reaches(
      String from, String goal, Map<String, Set<String>> used, Set<String> seen) {
    return used.getOrDefault(from, Set.of()).stream()
        .anyMatch(next -> next.equals(goal) || seen.add(next) && reaches(next, goal, used, seen));
  }

  @Test
  void noPackageHasMoreThanThirtyFiles() {
    Map<String, Long> files =
        CLASSES.stream()
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .map(PackageRulesTest::outermost)
            .distinct()
            .collect(groupingBy(name -> name.substring(0, name.lastIndexOf('.')), counting()));
    assertThat(files)
        .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(30));
  }

  @Test
  void payoutsAndCollectionsHaveTheSameStations() {
    Set<String> payout = typesOf("payout", "Payout");
    Set<String> collection = typesOf("collection", "Collection");

    payout.removeAll(OF_PAYOUTS_ONLY);
    collection.removeAll(OF_COLLECTIONS_ONLY);
    assertThat(collection).containsAll(STATIONS).isEqualTo(payout);
  }

  private static Set<String> typesOf(String room, String prefix) {
    return CLASSES.stream()
        .filter(type -> type.isTopLevelClass() && (packageOf(type) + ".").startsWith(room + "."))
        .map(JavaClass::getSimpleName)
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .collect(toCollection(TreeSet::new));
  }

  @Test
  void onlyUpperPackagesUsePayoutsCollectionsAndTheSimulator() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ROOT + ".payout..",
            ROOT + ".collection..",
            ROOT + ".rail.simulator..",
            ROOT + ".event..",
            ROOT + ".refund..",
            ROOT + ".sweep..",
            ROOT + ".timeline..",
            ROOT + ".operator..",
            ROOT + ".console..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".payout..", ROOT + ".collection..", ROOT + ".rail.simulator..")
        .check(CLASSES);
  }

  @Test
  void rulesOfMoneyAndCorridorsKnowNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + ".money",
            ROOT + ".fault",
            ROOT + ".encryption",
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
  void onlyResourcesFiltersMappersAndClientsUseHttp() {
    classes()
        .that(use("jakarta.ws.rs"))
        .and()
        .resideOutsideOfPackage(ROOT + ".rail.http")
        .should(ArchCondition.from(outermost("Resource", "Filter", "Mapper", "Api", "Client")))
        .check(CLASSES);
  }

  @Test
  void noAnnotationWritesTheOpenApiDocuments() {
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
  void noCodeUsesABinaryFloat() throws IOException {
    // Jackson's CoercionInputShape.Float and parts of settings' names are no numbers.
    Pattern binary =
        Pattern.compile(
            "(?<![.-])\\b(float|double)\\b|(?<!CoercionInputShape\\.)\\b(Float|Double)\\b"
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

  private static String outermost(JavaClass type) {
    return type.getName().split("\\$")[0];
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
