package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.business.BusinessProfile;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.RawHttp;
import org.mizani.support.Refusals;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Codes and fields of refusals that one message covers, or that come before an operation. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorCodesApiTest {

  private static final String TRANSFER = "/business/payout/transfer";

  private final TestPartners partners = TestPartners.here();
  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner =
        partners.create(
            BusinessProfile.named("Codes").withCollections(), Map.of(CurrencyUnit.USD, "100"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null", "\"x\"", "7", "[{}]", "{} {}", ""})
  void aBodyThatIsNoObjectIsTold(String body) {
    assertInvalidPayload(post(body), ErrorCode.BODY_NOT_OBJECT, "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"amount\": 1,}",
        "{'amount': 1}",
        "{\"amount\": 1, \"amount\": 2}",
        "{} x"
      })
  void aBodyThatIsNoJsonIsTold(String body) {
    assertInvalidPayload(post(body), ErrorCode.JSON_SYNTAX, "");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "amount,            \"1000\"",
        "amount,            true",
        "amount,            {}",
        "businessReference, 7",
        "senderDob,         [\"1990-04-12\"]",
        "callbackUrl,       false"
      })
  void aValueOfAnotherTypeIsToldByItsField(String field, String json) {
    String body = Json.of(Json.with(transferOf("type"), field, json));

    assertInvalidPayload(post(body), ErrorCode.FIELD_TYPE, field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "*/*"})
  void anotherContentTypeIsTold(String type) {
    Response response =
        partner
            .request()
            .contentType(type)
            .body(Json.of(transferOf("content-type")))
            .post(TRANSFER);

    assertInvalidPayload(response, ErrorCode.CONTENT_TYPE, "");
  }

  @ParameterizedTest
  @CsvSource({
    "amount,           0,            FIELD_VALUE",
    "amount,           10.001,       FIELD_VALUE",
    "amount,           0.01,         AMOUNT_OUT_OF_RANGE",
    "amount,           1e17,         AMOUNT_OUT_OF_RANGE",
    "receiverCurrency, 'TZS',        FIELD_VALUE",
    "senderDob,        '2026-02-30', FIELD_VALUE",
    "relationship,     ' ',          FIELD_MISSING",
    "callbackUrl,      'ftp://x',    FIELD_VALUE",
    "forceStatus,      'success',    FIELD_VALUE"
  })
  void aFieldThatBreaksItsRuleIsNamed(String field, String value, ErrorCode code) {
    boolean number = field.equals("amount");
    String json = number ? value : "\"" + value + "\"";

    assertCoded(post(Json.of(Json.with(transferOf("rule"), field, json))), code, field);
  }

  @ParameterizedTest
  @CsvSource({
    "transactions?from=x&to=2026-01-01,                    from",
    "transactions?from=2026-01-01&to=2026-01-02&status=x,  status",
    "transactions?from=2026-01-01&to=2026-01-02&limit=0,   limit",
    "transactions?from=2026-01-01&to=2026-01-02&cursor=x,  cursor",
    "collections?limit=x,                                  limit",
    "balance?purpose=x,                                    purpose",
    "rate?from=USD&to=KES&amount=x,                        amount",
    "banks?countryCode=UG,                                 countryCode"
  })
  void aParameterThatBreaksItsRuleIsNamed(String pathAndQuery, String parameter) {
    Response response = partner.request().get("/business/" + pathAndQuery);

    assertCoded(response, ErrorCode.FIELD_VALUE, parameter);
  }

  @Test
  void aPathWithoutOperationDiffersFromARecordThatIsMissing() {
    assertCoded(partner.request().get("/business/transaction/x"), ErrorCode.NOT_FOUND, "");
    assertCoded(partner.request().get("/business/transactions/x"), ErrorCode.RECORD_NOT_FOUND, "");
    assertCoded(given().get("/nothing"), ErrorCode.NOT_FOUND, "");
    assertCoded(
        partner.request().request("DELETE", "/business/balance"), ErrorCode.METHOD_NOT_ALLOWED, "");
  }

  @Test
  void aHeadOrBodyBeyondItsLimitIsTold() {
    assertThat(codeOf("GET /business/%zz", "X-Own: 1")).isEqualTo("400 url_malformed");
    assertThat(codeOf("GET /business/rate?x=" + "a".repeat(5_000), "X-Own: 1"))
        .isEqualTo("414 url_too_long");
    assertThat(codeOf("GET /business/rate", "X-Own: " + "a".repeat(20_000)))
        .isEqualTo("431 headers_too_large");
    assertThat(codeOf("POST " + TRANSFER, "Content-Length: 2000000"))
        .isEqualTo("413 body_too_large");
    assertCoded(post(" ".repeat(70_000)), ErrorCode.BODY_TOO_LARGE, "");
  }

  @Test
  void aSuccessHasNoHeaderOfRefusals() {
    Response read = partner.request().get("/business/balance");
    Response created = partner.collect(collectionOf("no-headers"));

    assertThat(read.statusCode()).isEqualTo(200);
    assertThat(created.statusCode()).isEqualTo(201);
    for (Response success : new Response[] {read, created}) {
      assertThat(success.headers().map().keySet())
          .doesNotContain("x-error-code", "x-error-field", "location", "www-authenticate");
    }
  }

  private String codeOf(String line, String header) {
    RawHttp.Answer answer = RawHttp.send(line, header, "Authorization: Bearer " + partner.token());
    return answer.status() + " " + answer.headers().get("x-error-code");
  }

  private Response post(String body) {
    return partner.request().body(body).post(TRANSFER);
  }

  private static void assertInvalidPayload(Response response, ErrorCode code, String field) {
    Refusals.assertRefused(response, 400, "invalid payload");
    assertCoded(response, code, field);
  }
}
