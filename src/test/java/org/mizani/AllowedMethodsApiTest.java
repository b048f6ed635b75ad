package org.mizani;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;

/**
 * Each path that the service has registered, with each verb that it does not take; the console's
 * refuse those before that do not come from one of its pages.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AllowedMethodsApiTest {

  private static final Set<String> VERBS =
      new TreeSet<>(Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"));

  @Inject TestPartners partners;

  /** The verbs of each path, with those that HTTP adds to them. */
  private static Map<String, Set<String>> paths() {
    Map<String, Set<String>> paths =
        RegisteredRoutes.operations().stream()
            .map(operation -> operation.split(" "))
            .filter(operation -> !operation[1].startsWith("/rails/"))
            .filter(operation -> !operation[1].startsWith("/console"))
            .collect(
                groupingBy(
                    operation -> operation[1],
                    TreeMap::new,
                    mapping(operation -> operation[0], toCollection(TreeSet::new))));
    paths.values().stream()
        .peek(verbs -> verbs.add("OPTIONS"))
        .filter(verbs -> verbs.contains("GET"))
        .forEach(verbs -> verbs.add("HEAD"));
    return paths;
  }

  static Stream<Arguments> pathsWithTheirVerbs() {
    Map<String, Set<String>> paths = paths();
    return paths.keySet().stream().map(path -> Arguments.of(path, verbsOf(path, paths)));
  }

  /** Its own verbs, and those of a path whose parameter may have the value that stands in it. */
  private static Set<String> verbsOf(String path, Map<String, Set<String>> paths) {
    return paths.keySet().stream()
        .filter(
            template ->
                path.matches(template.replaceAll("\\{\\w+}", "[^/{]+")) || template.equals(path))
        .flatMap(template -> paths.get(template).stream())
        .collect(toCollection(TreeSet::new));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pathsWithTheirVerbs")
  void aWrongVerbIsToldTheRightOnes(String template, Set<String> verbs) {
    String path = template.replaceAll("\\{\\w+}", "any");
    Request request =
        path.startsWith("/operator/")
            ? TestOperator.request()
            : partners.create(Map.of()).request();
    Set<String> wrong = new TreeSet<>(VERBS);
    wrong.removeAll(verbs);

    assertThat(wrong)
        .isNotEmpty()
        .allSatisfy(
            verb -> {
              Response answer = request.request(verb, path);
              assertThat(answer.statusCode()).isEqualTo(405);
              assertThat(answer.header("Allow")).isEqualTo(String.join(", ", verbs));
            });
    Response options = request.options(path);
    assertThat(options.statusCode()).isEqualTo(200);
    assertThat(options.header("Allow")).isEqualTo(String.join(", ", verbs));
  }

  @Test
  void aSlashAtTheEndChangesNothing() {
    Response answer = partners.create(Map.of()).request().delete("/business/collections/");

    assertRefused(answer, 405, "method not allowed");
    assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS, POST");
  }

  @Test
  void anotherRefusalHasNoSuchHeader() {
    Response answer = partners.create(Map.of()).request().get("/business/nothing");

    assertRefused(answer, 404, "not found");
    assertThat(answer.header("Allow")).isNull();
  }
}
