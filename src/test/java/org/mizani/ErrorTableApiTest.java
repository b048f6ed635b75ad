package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.body;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.business.BusinessProfile;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * The error table of the specification's section 7, row by row in its order: status and exact body,
 * and the code and field that its headers add.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorTableApiTest {

  private static final String USED = "used";
  private static final String PURPOSES =
      "family_support, education, business_payment, medical, investment, construction, rent,"
          + " general, fuel, repairs, gift, personal_care, food_and_groceries, transport, travel,"
          + " shopping, entertainment, donations, other";
  private static final String SOURCES =
      "salary, savings, business_income, sale_of_assets, investment_income, other";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private Partner partner;
  private Partner payer;
  private String before;

  @BeforeEach
  void createPartnerWithAUsedReference() {
    if (partner != null) {
      return;
    }
    payer = partners.create(Map.of());
    partner =
        partners.create(
            BusinessProfile.named("Errors").withCollections(),
            Map.of(CurrencyUnit.USD, "100", CurrencyUnit.KES, "1"));
    Map<String, Object> pending = transferOf(USED);
    pending.put("forceStatus", "termination_pending");
    assertThat(partner.transfer(pending).statusCode()).isEqualTo(201);
    Map<String, Object> collection = collectionOf(USED);
    collection.put("forceStatus", "collection_pending");
    assertThat(partner.collect(collection).statusCode()).isEqualTo(201);
    before = state();
  }

  @AfterEach
  void assertStateUnchanged() {
    assertThat(state()).isEqualTo(before);
    rows.assertBooksBalance();
  }

  Stream<Arguments> table() {
    return Stream.of(
        row(
            ErrorCode.FIELD_MISSING,
            "apiSecret",
            "apiKey and apiSecret required",
            () -> auth(Map.of("apiKey", "pk_test_demo"))),
        row(
            ErrorCode.FIELD_MISSING,
            "apiKey",
            "apiKey and apiSecret required",
            () -> auth(Map.of("apiSecret", "sk"))),
        row(
            ErrorCode.FIELD_MISSING,
            "apiKey",
            "apiKey and apiSecret required",
            () -> auth(Map.of("apiKey", "", "apiSecret", "sk"))),
        row(
            ErrorCode.JSON_SYNTAX,
            "",
            "invalid payload",
            () -> post("payout/transfer", "{\"amount\": 1")),
        row(
            ErrorCode.CONTENT_TYPE,
            "",
            "invalid payload",
            () ->
                partner
                    .request()
                    .contentType("text/plain")
                    .body(Json.of(transferOf("x")))
                    .post("/business/payout/transfer")),
        row(ErrorCode.FIELD_MISSING, "to", "from and to are required", () -> get("rate?from=USD")),
        row(ErrorCode.FIELD_MISSING, "from", "from and to are required", () -> get("rate?to=KES")),
        row(
            ErrorCode.FIELD_MISSING,
            "countryCode",
            "countryCode is required",
            () -> post("verify-transfer", "{}")),
        row(
            ErrorCode.FIELD_MISSING,
            "countryCode",
            "countryCode is required",
            () -> post("verify-payment", "{}")),
        row(
            ErrorCode.FIELD_VALUE,
            "countryCode",
            "countryCode must be one of: KE, TZ, UG, ZA",
            () -> post("verify-transfer", "{\"countryCode\": \"NG\"}")),
        row(
            ErrorCode.FIELD_MISSING,
            "phoneNumber",
            "empty mobile number",
            () -> post("verify-transfer", "{\"countryCode\": \"KE\"}")),
        row(
            ErrorCode.FIELD_VALUE,
            "phoneNumber",
            "phoneNumber must use the correct international prefix for the given countryCode",
            () ->
                post(
                    "verify-transfer",
                    "{\"countryCode\": \"KE\", \"phoneNumber\": \"+255754000001\"}")),
        row(
            ErrorCode.FIELD_MISSING,
            "type",
            "type must be \"paybill\" or \"till\"",
            () -> post("verify-payment", "{\"countryCode\": \"KE\"}")),
        row(
            ErrorCode.FIELD_VALUE,
            "type",
            "type must be \"paybill\" or \"till\"",
            () -> post("verify-payment", "{\"countryCode\": \"KE\", \"type\": \"bank\"}")),
        row(
            ErrorCode.FIELD_MISSING,
            "lipaNumber",
            "lipaNumber is required",
            () -> post("verify-payment", "{\"countryCode\": \"KE\", \"type\": \"till\"}")),
        row(
            ErrorCode.FIELD_MISSING,
            "receiverPhone",
            "receiverPhone is required",
            () -> transferWith("receiverPhone", null)),
        row(
            ErrorCode.FIELD_MISSING,
            "receiverLipaNumber",
            "receiverLipaNumber is required",
            () -> post("payout/payment", with(paymentOf("x"), "receiverLipaNumber", null))),
        row(
            ErrorCode.FIELD_VALUE,
            "purposeOfTransfer",
            "purposeOfTransfer must be one of: " + PURPOSES,
            () -> transferWith("purposeOfTransfer", "\"charity\"")),
        row(
            ErrorCode.FIELD_VALUE,
            "sourceOfFunds",
            "sourceOfFunds must be one of: " + SOURCES,
            () -> transferWith("sourceOfFunds", "\"lottery\"")),
        row(
            ErrorCode.FIELD_VALUE,
            "currency",
            "currency does not match mobile country",
            () -> post("collections", with(collectionOf("x"), "mobile", "\"+255754000001\""))),
        row(
            ErrorCode.CREDENTIALS_WRONG,
            "",
            "invalid credentials",
            () -> auth(Map.of("apiKey", partner.apiKey(), "apiSecret", "sk_test_wrong"))),
        row(
            ErrorCode.CREDENTIALS_WRONG,
            "",
            "invalid credentials",
            () -> auth(Map.of("apiKey", "pk_test_nobody", "apiSecret", partner.apiSecret()))),
        Arguments.of(
            ErrorCode.TOKEN_MISSING,
            "",
            MISSING_HEADER,
            call(() -> given().get("/business/balance"))),
        Arguments.of(ErrorCode.TOKEN_INVALID, "", MALFORMED_TOKEN, call(() -> withToken("abc"))),
        Arguments.of(
            ErrorCode.TOKEN_INVALID,
            "",
            MALFORMED_TOKEN,
            call(() -> withToken(partner.token() + "x"))),
        row(
            ErrorCode.COLLECTIONS_NOT_ENABLED,
            "",
            "collections not enabled for this business",
            () -> payer.collect(collectionOf("x"))),
        row(
            ErrorCode.RATE_NOT_CONFIGURED,
            "",
            "rate USD_TZS not configured",
            () -> get("rate?from=USD&to=TZS")),
        row(
            ErrorCode.RATE_NOT_CONFIGURED,
            "",
            "rate USD_ZAR not configured",
            this::bankPayoutWithoutARate),
        row(
            ErrorCode.RECORD_NOT_FOUND,
            "",
            "transaction not found",
            () -> get("transactions/nobodys")),
        row(ErrorCode.RECORD_NOT_FOUND, "", "transaction not found", () -> get("payouts/nobodys")),
        row(
            ErrorCode.RECORD_NOT_FOUND,
            "",
            "collection not found",
            () -> get("collections/nobodys/details")),
        row(
            ErrorCode.REFERENCE_USED,
            "",
            "duplicate reference",
            () -> partner.transfer(transferOf(USED))),
        row(
            ErrorCode.REFERENCE_USED_DIFFERENTLY,
            "",
            "duplicate reference",
            () -> partner.payment(paymentOf(USED))),
        row(
            ErrorCode.REFERENCE_USED_DIFFERENTLY,
            "",
            "duplicate reference",
            () -> partner.bank(bankPayoutOf(USED))),
        row(
            ErrorCode.REFERENCE_USED,
            "",
            "duplicate reference",
            () -> partner.collect(collectionOf(USED))),
        row(
            ErrorCode.INSUFFICIENT_BALANCE,
            "",
            "insufficient available balance",
            () -> transferWith("senderCurrency", "\"KES\"")),
        row(
            ErrorCode.RECIPIENT_NOT_ACTIVE,
            "",
            "account not active",
            () -> transferWith("receiverPhone", "\"+254700000000\"")),
        row(
            ErrorCode.QR_UNSUPPORTED,
            "qrString",
            "unsupported or malformed QR payload",
            () -> post("decode-qr", "{}")),
        row(
            ErrorCode.QR_UNSUPPORTED,
            "qrString",
            "unsupported or malformed QR payload",
            () -> post("decode-qr", "{\"qrString\": \"00020101\"}")));
  }

  @ParameterizedTest(name = "{index}: {0} {1} {2}")
  @MethodSource("table")
  void answersToTheLetter(ErrorCode code, String field, String body, Supplier<Response> request) {
    Response answer = request.get();

    assertAnswer(answer, code.status(), body);
    assertCoded(answer, code, field);
  }

  private static Arguments row(
      ErrorCode code, String field, String message, Supplier<Response> request) {
    return Arguments.of(code, field, body(message), request);
  }

  private static Supplier<Response> call(Supplier<Response> request) {
    return request;
  }

  private static Response auth(Map<String, String> credentials) {
    return given().contentType("application/json").body(credentials).post("/business/auth");
  }

  private static Response withToken(String token) {
    return given().header("Authorization", "Bearer " + token).get("/business/balance");
  }

  private Response get(String pathAndQuery) {
    return partner.request().get("/business/" + pathAndQuery);
  }

  private Response post(String path, String body) {
    Request request = partner.request();
    return request.body(body).post("/business/" + path);
  }

  private Response transferWith(String field, String json) {
    return post("payout/transfer", with(transferOf("x"), field, json));
  }

  private Response bankPayoutWithoutARate() {
    Map<String, Object> body = bankPayoutOf("x");
    body.put("payoutCountry", "ZA");
    body.put("receiverCurrency", "ZAR");
    body.put("receiverBankCode", "051001");
    body.put("receiverAccountNumber", "1100000002");
    body.put("receiverEmail", "thandi@example.org");
    return partner.bank(body);
  }

  private static String with(Map<String, Object> fields, String field, String json) {
    return Json.of(Json.with(fields, field, json));
  }

  /** All that a refused request could have changed of these businesses. */
  private String state() {
    return rows.execute(
            """
            SELECT (SELECT count(*) FROM payout WHERE business_id IN ($1, $2)) || ' ' ||
                   (SELECT count(*) FROM collection WHERE business_id IN ($1, $2)) || ' ' ||
                   (SELECT string_agg(available_minor || '/' || holding_minor, ' ' ORDER BY id)
                    FROM wallet WHERE business_id IN ($1, $2)) AS state
            """,
            partner.businessId(),
            payer.businessId())
        .get(0)
        .getString("state");
  }
}
