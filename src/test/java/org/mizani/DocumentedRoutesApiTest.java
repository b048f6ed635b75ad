package org.mizani;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestDatabase;

/**
 * Partners' routes are in their OpenAPI document and operators' in theirs, all of them and nothing
 * else.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DocumentedRoutesApiTest {

  private static final java.nio.file.Path CLASSES = java.nio.file.Path.of("target", "classes");
  private static final String RESOURCE = "Resource.class";
  private static final String PARTNERS = "/business";
  private static final String OPERATORS = "/operator";

  @Test
  void theDocumentOfPartnersHasTheirRoutes() throws IOException {
    List<String> documented = routes(ContractDocument.read());

    assertThat(documented).containsExactlyInAnyOrderElementsOf(routes(PARTNERS));
  }

  @Test
  void theDocumentOfPartnersDoesNotMentionOperators() {
    assertThat(ContractDocument.read().root().toString()).doesNotContainIgnoringCase("/operator");
  }

  @Test
  void theDocumentOfOperatorsHasTheirRoutes() throws IOException {
    List<String> documented = routes(ContractDocument.readOperators());

    assertThat(documented).containsExactlyInAnyOrderElementsOf(routes(OPERATORS));
  }

  @Test
  void thePageOfPartnersShowsTheirDocument() {
    String page = given().get("/q/swagger-ui/").asString();

    assertThat(page).contains("/q/openapi").doesNotContain("/operator");
  }

  private static List<String> routes(ContractDocument document) {
    return document.operations().stream()
        .map(operation -> operation.method() + " " + operation.path())
        .toList();
  }

  private static List<String> routes(String beginning) throws IOException {
    try (Stream<java.nio.file.Path> files = Files.walk(CLASSES)) {
      return files
          .filter(file -> file.toString().endsWith(RESOURCE))
          .map(DocumentedRoutesApiTest::load)
          .filter(type -> pathOf(type.getAnnotation(Path.class)).startsWith(beginning))
          .flatMap(type -> Arrays.stream(type.getMethods()))
          .flatMap(method -> verb(method).map(verb -> verb + " " + pathOf(method)).stream())
          .toList();
    }
  }

  private static Class<?> load(java.nio.file.Path file) {
    String name =
        CLASSES.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
    try {
      return Class.forName(
          name.substring(0, name.length() - ".class".length()),
          false,
          Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<String> verb(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .map(HttpMethod::value)
        .findFirst();
  }

  private static String pathOf(Method method) {
    return pathOf(method.getDeclaringClass().getAnnotation(Path.class))
        + pathOf(method.getAnnotation(Path.class));
  }

  private static String pathOf(Path path) {
    return path == null ? "" : path.value();
  }
}
