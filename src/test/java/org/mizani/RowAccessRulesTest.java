package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Code reads rows in two ways only: entities, found by finders of their own class, and SQL with a
 * row mapper.
 */
class RowAccessRulesTest {

  private static final Pattern ENTITY = Pattern.compile("(?m)^@Entity$");
  private static final Pattern QUERY_OF_A_SESSION =
      Pattern.compile("create(Native|Selection|Mutation)?Query\\(|SqlResultSetMapping|NamedQuery");
  private static final Pattern QUERY_OF_AN_ENTITY =
      Pattern.compile(
          "\\b([A-Z]\\w+)\\s*\\.(?:<\\w+>)?(find|list|stream|count|update|delete)\\(\\s*(\"|[A-Z_]{3})");
  private static final Pattern INSIDE_OF_HIBERNATE =
      Pattern.compile("org\\.hibernate\\.reactive\\.[\\w.]*impl\\b");
  private static final Pattern PLANNERS_TRICK_IN_HQL =
      Pattern.compile("OFFSET 0 ROWS|LATERAL \\(SELECT \\w+\\.\\w*[a-z][A-Z]");

  private final Map<String, String> sources = sources();

  @Test
  void noCodeQueriesASessionDirectly() {
    assertThat(where((name, text) -> QUERY_OF_A_SESSION.matcher(text).find())).isEmpty();
  }

  @Test
  void findersStandOnTheirEntity() {
    assertThat(
            where(
                (name, text) ->
                    QUERY_OF_AN_ENTITY
                        .matcher(text)
                        .results()
                        .anyMatch(
                            query -> isEntity(query.group(1)) && !name.equals(query.group(1)))))
        .isEmpty();
  }

  @Test
  void noEntityQueryHasPlannerTricks() {
    assertThat(where((name, text) -> PLANNERS_TRICK_IN_HQL.matcher(text).find())).isEmpty();
  }

  @Test
  void onlySessionsUsesInternalsOfHibernate() {
    assertThat(where((name, text) -> INSIDE_OF_HIBERNATE.matcher(text).find()))
        .containsExactly("Sessions");
  }

  @Test
  void onlyMakersOfContextsMarkThem() {
    assertThat(where((name, text) -> text.contains("VertxContextSafetyToggle;")))
        .containsExactly("OwnContext", "SameEventLoop");
  }

  private boolean isEntity(String name) {
    return ENTITY.matcher(sources.getOrDefault(name, "")).find();
  }

  private Stream<String> where(BiPredicate<String, String> rule) {
    return sources.entrySet().stream()
        .filter(source -> rule.test(source.getKey(), source.getValue()))
        .map(Map.Entry::getKey);
  }

  /** The text of each class of the service, by its name. */
  private static Map<String, String> sources() {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("package-info.java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  RowAccessRulesTest::text,
                  (one, other) -> one + other,
                  TreeMap::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
