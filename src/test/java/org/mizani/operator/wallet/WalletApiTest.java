package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Refusals.body;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.AtOnce;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Topping up and showing wallets. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class WalletApiTest {

  private static final String UNKNOWN_BUSINESS =
      "/operator/businesses/a8761c88-44ba-4c63-b785-3f84b7903211";

  @Inject Rows rows;
  @Inject AuditEntries audit;

  private String id;
  private String business;

  @BeforeEach
  void createBusiness() {
    id =
        TestOperator.request()
            .body(Map.of("name", "Wallets"))
            .post("/operator/businesses")
            .path("businessId");
    business = "/operator/businesses/" + id;
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void topUpsOpenTheWalletAndAddToIt() {
    assertAnswer(wallets(), 200, "{\"businessId\":\"" + id + "\",\"items\":[]}");

    assertAnswer(topUp("USD", "payout", "100.5", "r-1"), 201, toppedUp("100.5", "r-1", "100.5"));
    assertAnswer(topUp("USD", "payout", "0.01", "r-2"), 201, toppedUp("0.01", "r-2", "100.51"));

    assertAnswer(
        wallets(), 200, "{\"businessId\":\"" + id + "\",\"items\":[" + wallet("100.51") + "]}");
  }

  @Test
  void showsAllWalletsPayoutWalletsFirst() {
    topUp("KES", "collection", "1", "a");
    topUp("UGX", "payout", "5000", "b");
    topUp("USD", "payout", "7", "c");

    Response shown = wallets();

    assertThat(shown.<List<String>>path("items.currency")).containsExactly("UGX", "USD", "KES");
    assertThat(shown.<List<String>>path("items.purpose"))
        .containsExactly("payout", "payout", "collection");
    assertThat(shown.<List<Integer>>path("items.available")).containsExactly(5000, 7, 1);
  }

  @Test
  void auditsATopUp() {
    topUp("USD", "payout", "100.50", "r-1");

    assertThat(audit.of("business/" + id + "/top-ups"))
        .containsExactly(
            new AuditEntries.Written(
                "wallet.top-up",
                null,
                new JsonObject(
                    """
                    {"currency":"USD","purpose":"payout","amount":100.5,"reference":"r-1 %s",
                     "available":100.5}\
                    """
                        .formatted(id))));
  }

  @Test
  void aRepeatedReferenceMovesNoMoney() {
    topUp("USD", "payout", "100", "once");

    assertRefused(topUp("USD", "payout", "100", "once"), 409, "duplicate reference");
    assertRefused(topUp("USD", "payout", "7", "once"), 409, "reference of another movement");

    assertThat(transfers()).isEqualTo(1);
    assertThat(wallets().<List<Integer>>path("items.available")).containsExactly(100);
    assertThat(audit.of("business/" + id + "/top-ups")).hasSize(1);
  }

  @Test
  void aReferenceBelongsToOneWallet() {
    String other =
        "/operator/businesses/"
            + TestOperator.request()
                .body(Map.of("name", "Others"))
                .post("/operator/businesses")
                .path("businessId");
    String used = "reference of another movement";
    assertThat(topUp("USD", "payout", "1", "same").statusCode()).isEqualTo(201);

    assertRefused(topUp("KES", "payout", "1", "same"), 409, used);
    assertRefused(topUp("USD", "collection", "1", "same"), 409, used);
    assertRefused(
        TestOperator.request().body(form("USD", "payout", "1", "same")).post(other + "/top-ups"),
        409,
        used);
    assertThat(wallets().<List<Integer>>path("items.available")).containsExactly(1);
    assertThat(TestOperator.request().get(other + "/wallets").<List<Object>>path("items"))
        .isEmpty();
  }

  @Test
  void concurrentTopUpsOfAReferenceAddOne() {
    String token = TestOperator.token();

    List<HttpResponse<String>> answers =
        AtOnce.send(12, i -> post(token, form("USD", "payout", "5", "same")));

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnlyOnce(201);
    assertThat(answers)
        .filteredOn(answer -> answer.statusCode() != 201)
        .allSatisfy(
            answer -> {
              assertThat(answer.statusCode()).isEqualTo(409);
              assertThat(answer.body()).isEqualTo(body("duplicate reference"));
            });
    assertThat(wallets().<List<Integer>>path("items.available")).containsExactly(5);
    assertThat(audit.of("business/" + id + "/top-ups")).hasSize(1);
  }

  @Test
  void concurrentTopUpsOpenOneWalletAndAllAreAdded() {
    String token = TestOperator.token();

    List<HttpResponse<String>> answers =
        AtOnce.send(12, i -> post(token, form("EUR", "payout", "5", "r-" + i)));

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(wallets().<List<Integer>>path("items.available")).containsExactly(60);
    assertThat(audit.of("business/" + id + "/top-ups")).hasSize(12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                    | currency is required",
        "{'currency':'usd'}                                    | currency must be one of: USD, EUR,"
            + " GBP, KES, TZS, UGX, ZAR",
        "{'currency':'USD'}                                    | purpose is required",
        "{'currency':'USD','purpose':'fees'}                   | purpose must be \"payout\" or"
            + " \"collection\"",
        "{'currency':'USD','purpose':'payout'}                 | amount is required",
        "{'currency':'USD','purpose':'payout','amount':0}      | amount must be greater than 0",
        "{'currency':'USD','purpose':'payout','amount':-5}     | amount must be greater than 0",
        "{'currency':'USD','purpose':'payout','amount':0.001}  | amount must have at most 2 decimal"
            + " places for USD",
        "{'currency':'UGX','purpose':'payout','amount':0.5}    | amount must have at most 0 decimal"
            + " places for UGX",
        "{'currency':'USD','purpose':'payout','amount':1E+20}  | amount is too large",
        "{'currency':'USD','purpose':'payout','amount':5}      | reference is required",
        "{'currency':'USD','purpose':'payout','amount':5,'reference':'a\\n"
            + "b'} | reference must not contain control characters",
        "{'currency':'USD','purpose':'payout','amount':'5','reference':'r'}  | invalid payload",
        "{'currency':'USD','purpose':'payout','amount':5,'reference':5}      | invalid payload",
        "[]                                                    | invalid payload",
        "null                                                  | invalid payload",
      })
  void refusesAnInvalidTopUp(String sent, String message) {
    Response answer =
        TestOperator.request().body(sent.replace('\'', '"')).post(business + "/top-ups");

    assertRefused(answer, 400, message);
    assertThat(transfers()).isZero();
    assertThat(wallets().<List<Object>>path("items")).isEmpty();
    assertThat(audit.of("business/" + id + "/top-ups")).isEmpty();
  }

  @Test
  void anUnknownBusinessHasNoWallets() {
    assertRefused(
        TestOperator.request().get(UNKNOWN_BUSINESS + "/wallets"), 404, "business not found");
    assertRefused(
        TestOperator.request()
            .body(form("USD", "payout", "5", "r"))
            .post(UNKNOWN_BUSINESS + "/top-ups"),
        404,
        "business not found");
  }

  private long transfers() {
    return rows.count(
        """
        SELECT count(*) FROM ledger_transfer t
        JOIN wallet w ON w.available_account_id = t.credit_account_id
        JOIN business b ON b.id = w.business_id WHERE b.public_id = $1
        """,
        UUID.fromString(id));
  }

  private Response wallets() {
    return TestOperator.request().get(business + "/wallets");
  }

  private Response topUp(String currency, String purpose, String amount, String reference) {
    return TestOperator.request()
        .body(form(currency, purpose, amount, reference))
        .post(business + "/top-ups");
  }

  /** Returns a form. References are unique over all wallets, so they contain the business's id. */
  private String form(String currency, String purpose, String amount, String reference) {
    return "{\"currency\":\"%s\",\"purpose\":\"%s\",\"amount\":%s,\"reference\":\"%s %s\"}"
        .formatted(currency, purpose, amount, reference, id);
  }

  private HttpRequest post(String token, String form) {
    return HttpRequest.newBuilder(
            URI.create("http://localhost:" + ServicePort.number() + business + "/top-ups"))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(form))
        .build();
  }

  private String toppedUp(String amount, String reference, String available) {
    return """
    {"businessId":"%s","currency":"USD","purpose":"payout","amount":%s,"reference":"%s %s",\
    "available":%s,"holding":0,"pending":0}\
    """
        .formatted(id, amount, reference, id, available);
  }

  private static String wallet(String available) {
    return """
    {"currency":"USD","purpose":"payout","available":%s,"holding":0,"pending":0}\
    """
        .formatted(available);
  }
}
