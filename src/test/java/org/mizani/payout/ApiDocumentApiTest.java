package org.mizani.payout;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestDatabase;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ApiDocumentApiTest {

  private JsonPath document;

  @BeforeEach
  void read() {
    document = given().get("/q/openapi?format=json").then().statusCode(200).extract().jsonPath();
  }

  @Test
  void asksForTheTokenEverywhereButWhereItIsGot() {
    Map<String, Object> scheme = document.getMap("components.securitySchemes.token");
    assertThat(document.getMap("components.securitySchemes")).containsOnlyKeys("token");
    assertThat(scheme).containsEntry("type", "http").containsEntry("scheme", "bearer");
    assertThat(document.getList("security.token")).containsExactly(List.of());
    assertThat(document.getList("paths.'/business/auth'.post.security")).isEmpty();
    assertThat(document.getList("paths.'/business/payout/transfer'.post.security")).isNull();
  }

  @Test
  void showsWhatAPayoutAnswers() {
    Map<String, Object> answers =
        document.getMap("paths.'/business/payout/transfer'.post.responses");
    assertThat(answers)
        .containsOnlyKeys(
            "201", "400", "401", "404", "409", "412", "413", "422", "429", "500", "503");
    assertThat(
            document.getString(
                "paths.'/business/payout/transfer'.post.responses.'201'"
                    + ".content.'application/json'.schema.'$ref'"))
        .isEqualTo("#/components/schemas/PayoutAnswer");
  }

  @Test
  void listsTheValuesThatAreAccepted() {
    String fields = "components.schemas.TransferRequest.properties.";
    assertThat(document.getList(fields + "purposeOfTransfer.enum", String.class))
        .isEqualTo(AllowedValues.PURPOSES.values());
    assertThat(document.getList(fields + "sourceOfFunds.enum", String.class))
        .isEqualTo(AllowedValues.SOURCES.values());
    assertThat(document.getList(fields + "senderIdType.enum", String.class))
        .isEqualTo(AllowedValues.ID_TYPES.values());
  }
}
