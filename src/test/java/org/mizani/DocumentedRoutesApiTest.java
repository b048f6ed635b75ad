package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.ext.web.Router;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestDatabase;

/**
 * The partners' OpenAPI document has all routes of partners, that of the published keys, and no
 * others, and the operators' document all routes of operators; routes of networks and of the
 * console are in neither.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DocumentedRoutesApiTest {

  private static final String PARTNERS = "/business/";
  private static final String OPERATORS = "/operator/";
  private static final String NETWORKS = "/rails/";
  private static final String KEYS = "/.well-known/";
  private static final String CONSOLE = "/console";

  /** Names of the framework's own, such as that of all that is not found. */
  private static final int FURTHER_NAMES = 20;

  @Inject Router router;

  @ConfigProperty(name = "quarkus.micrometer.binder.http-server.max-uri-tags")
  int mostMeasuredRoutes;

  @Test
  void everyOperationIsPartnersOrOperatorsOrNetworksOrOfKeysOrOfTheConsole() {
    assertThat(RegisteredRoutes.operations())
        .isNotEmpty()
        .allMatch(
            operation ->
                Stream.of(PARTNERS, OPERATORS, NETWORKS, KEYS, CONSOLE)
                    .anyMatch(side -> isOf(side, operation)));
  }

  @Test
  void otherRoutesAreDocumentsOrOfTheFramework() {
    assertThat(RegisteredRoutes.others(router))
        .containsExactlyInAnyOrder(
            "/",
            "/q/",
            "/operator/openapi",
            "/operator/openapi.json",
            "/operator/openapi.yaml",
            "/operator/openapi.yml");
  }

  /** The framework would not measure those that are called last. */
  @Test
  void allRoutesAreMeasured() {
    long paths =
        RegisteredRoutes.operations().stream()
            .map(operation -> operation.split(" ")[1])
            .distinct()
            .count();

    assertThat(paths + RegisteredRoutes.others(router).size() + FURTHER_NAMES)
        .isBetween(100L, (long) mostMeasuredRoutes);
  }

  @Test
  void theDocumentOfPartnersHasTheirRoutes() {
    List<String> documented = routes(ContractDocument.read());

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(PARTNERS, KEYS).flatMap(side -> routes(side).stream()).toList());
  }

  @Test
  void theDocumentOfPartnersDoesNotMentionOperators() {
    assertThat(ContractDocument.read().root().toString()).doesNotContainIgnoringCase("/operator");
  }

  @Test
  void theDocumentOfOperatorsHasTheirRoutes() {
    List<String> documented = routes(ContractDocument.readOperators());

    assertThat(documented).containsExactlyInAnyOrderElementsOf(routes(OPERATORS));
  }

  @Test
  void thePageOfPartnersShowsTheirDocument() {
    String page = given().get("/q/swagger-ui/").asString();

    assertThat(page).contains("/q/openapi").doesNotContain("/operator");
  }

  private static List<String> routes(ContractDocument document) {
    return document.operations().stream().map(DocumentedOperation::route).toList();
  }

  private static List<String> routes(String beginning) {
    return RegisteredRoutes.operations().stream()
        .filter(operation -> isOf(beginning, operation))
        .toList();
  }

  private static boolean isOf(String beginning, String operation) {
    return operation.split(" ")[1].startsWith(beginning);
  }
}
