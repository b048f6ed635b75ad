package org.mizani;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import io.smallrye.config.WithParentName;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Settings of {@code docs/settings.md}: those of the configuration interfaces, each with its
 * default, and no others.
 */
class SettingsTest {

  private static final Path PAGE = Path.of("docs/settings.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(PAYMENTS_[A-Z0-9_<>]+)` \\| (.*?) \\| (.+) \\|$");
  private static final Pattern NAME = Pattern.compile("\\bPAYMENTS_[A-Z0-9_]*[A-Z0-9]\\b");

  /** The settings by the names of their environment variables, with defaults as documented. */
  private static final Map<String, String> SETTINGS = settings();

  @Test
  void everySettingIsDocumentedWithItsDefaultAndNoOther() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      assertThat(row.group(3)).as(row.group(1)).isNotBlank();
      assertThat(documented.put(row.group(1), row.group(2))).as(row.group(1)).isNull();
    }

    assertThat(SETTINGS.entrySet())
        .as("missing, or documented with another default")
        .filteredOn(setting -> !documented.entrySet().contains(setting))
        .isEmpty();
    assertThat(documented.keySet())
        .as("documented, but not a setting")
        .filteredOn(name -> !SETTINGS.containsKey(name))
        .isEmpty();
  }

  @Test
  void noPageNamesASettingThatDoesNotExist() throws IOException {
    Set<String> unknown = new TreeSet<>();
    for (Path page : pages()) {
      NAME.matcher(Files.readString(page))
          .results()
          .map(MatchResult::group)
          .filter(name -> SETTINGS.keySet().stream().noneMatch(setting -> isOf(setting, name)))
          .forEach(name -> unknown.add(page + ": " + name));
    }
    assertThat(unknown).isEmpty();
  }

  /** Both end the start with their message alone: before Quarkus the second does. */
  @Test
  void aSettingIsRefusedByAnExceptionThatEndsTheStart() throws IOException {
    Pattern other =
        Pattern.compile(
            "new (?!ConfigurationException|LaunchException)\\w+(Exception|Error)"
                + "\\(\\s*\"(payments\\.|PAYMENTS_)");
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      assertThat(sources.filter(source -> source.toString().endsWith(".java")))
          .isNotEmpty()
          .allSatisfy(source -> assertThat(Files.readString(source)).doesNotContainPattern(other));
    }
  }

  private static boolean isOf(String setting, String name) {
    return Pattern.matches(setting.replaceAll("<[A-Z]+>", "[A-Z0-9]+"), name)
        || setting.startsWith(name + "_");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("docs"));
        Stream<Path> manifests = Files.walk(Path.of("k8s"))) {
      return Stream.of(
              docs.filter(page -> page.toString().endsWith(".md")),
              manifests.filter(Files::isRegularFile),
              Stream.of(Path.of("README.md"), Path.of("CONTRIBUTING.md")))
          .flatMap(pages -> pages)
          .toList();
    }
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.mizani")
            .stream()
            .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
            .map(JavaClass::reflect)
            .forEach(
                type -> collect(type.getAnnotation(ConfigMapping.class).prefix(), type, settings));
    shipped().forEach(settings::replace);
    return settings;
  }

  /** The defaults of {@code application.properties}, without those that refer to variables. */
  private static Map<String, String> shipped() {
    Properties properties = new Properties();
    try (Reader file =
        Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.stringPropertyNames().stream()
        .filter(key -> !properties.getProperty(key).contains("$"))
        .collect(toMap(SettingsTest::variable, key -> "`" + properties.getProperty(key) + "`"));
  }

  private static void collect(String prefix, Class<?> group, Map<String, String> settings) {
    Arrays.stream(group.getMethods())
        .filter(method -> !method.isDefault() && !Modifier.isStatic(method.getModifiers()))
        .forEach(method -> collect(prefix, method, settings));
  }

  private static void collect(String prefix, Method method, Map<String, String> settings) {
    boolean ofParent = method.isAnnotationPresent(WithParentName.class);
    String name = ofParent ? prefix : prefix + "." + nameOf(method);
    Type type = method.getGenericReturnType();
    while (type instanceof ParameterizedType of && of.getRawType() != List.class) {
      Type[] arguments = of.getActualTypeArguments();
      if (of.getRawType() == Map.class) {
        name += "." + placeholder(name);
      }
      type = arguments[arguments.length - 1];
    }
    if (type instanceof Class<?> group
        && group.isInterface()
        && group.getName().startsWith("org.mizani")) {
      collect(name, group, settings);
      return;
    }
    String value =
        Optional.ofNullable(method.getAnnotation(WithDefault.class))
            .map(given -> "`" + given.value() + "`")
            .orElse("none");
    settings.put(variable(name), value);
  }

  private static String nameOf(Method method) {
    return Optional.ofNullable(method.getAnnotation(WithName.class))
        .map(WithName::value)
        .orElseGet(() -> kebab(method.getName()));
  }

  private static String placeholder(String name) {
    if (name.matches(".*(wallets|float-below|largest-payout|(payout|collection)-(least|most))")) {
      return "<CURRENCY>";
    }
    if (name.endsWith("rail")) {
      return "<NAME>";
    }
    return name.contains("<COUNTRY>") ? "<CHANNEL>" : "<COUNTRY>";
  }

  private static String variable(String property) {
    Matcher other = Pattern.compile("[^A-Z0-9<>]").matcher(property.toUpperCase(Locale.ROOT));
    return other.replaceAll("_");
  }

  private static String kebab(String camel) {
    return Arrays.stream(camel.split("(?=[A-Z])"))
        .map(part -> part.toLowerCase(Locale.ROOT))
        .collect(Collectors.joining("-"));
  }
}
