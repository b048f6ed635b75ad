package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Movements that operators enter: each once, never below zero, with its audit entry. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class MovementApiTest {

  private static final String INSUFFICIENT = "insufficient available balance";
  private static final String USED = "reference of another movement";

  @Inject Rows rows;
  @Inject AuditEntries audit;

  private String id;
  private String business;

  @BeforeEach
  void createBusinessWithCollectionWallet() {
    id =
        TestOperator.request()
            .body(Map.of("name", "Movements"))
            .post("/operator/businesses")
            .path("businessId");
    business = "/operator/businesses/" + id;
    Response added =
        post(
            business + "/top-ups",
            "{'currency':'KES','purpose':'collection','amount':100,'reference':'top-up %s'}");
    assertThat(added.statusCode()).isEqualTo(201);
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aWithdrawalTakesTheAvailableBalanceOnce() {
    assertAnswer(move("withdrawals", "30.5", "w"), 201, moved("30.5", "w", "69.5"));
    assertRefused(move("withdrawals", "30.5", "w"), 409, "duplicate reference");
    assertRefused(move("withdrawals", "30", "w"), 409, USED);
    assertRefused(move("withdrawals", "69.51", "x"), 412, INSUFFICIENT);
    assertAnswer(move("withdrawals", "69.5", "x"), 201, moved("69.5", "x", "0"));
    // A repeated withdrawal is refused as such even if the wallet no longer covers it.
    assertRefused(move("withdrawals", "30.5", "w"), 409, "duplicate reference");

    assertThat(audit.of("business/" + id + "/withdrawals"))
        .hasSize(2)
        .first()
        .isEqualTo(
            new AuditEntries.Written(
                "wallet.withdrawal",
                null,
                new JsonObject(
                    """
                    {"currency":"KES","purpose":"collection","amount":30.5,"reference":"w %s",
                     "reason":"because","available":69.5}\
                    """
                        .formatted(id))));
  }

  @Test
  void anAdjustmentHasEitherSignAndStopsAtZero() {
    assertAnswer(move("adjustments", "-99.99", "a"), 201, moved("-99.99", "a", "0.01"));
    assertRefused(move("adjustments", "-0.02", "b"), 412, INSUFFICIENT);
    assertRefused(move("adjustments", "99.99", "a"), 409, USED);
    assertAnswer(move("adjustments", "5", "b"), 201, moved("5", "b", "5.01"));
    assertAnswer(move("adjustments", "-5.01", "c"), 201, moved("-5.01", "c", "0"));

    assertThat(audit.of("business/" + id + "/adjustments")).hasSize(3);
  }

  @Test
  void aTransferMovesMoneyAndOpensTheOtherWallet() {
    assertAnswer(
        transfer("collection", "payout", "60", "t"),
        201,
        """
        {"businessId":"%s","currency":"KES","from":"collection","to":"payout","amount":60,\
        "reference":"t %s","reason":"because","fromAvailable":40,"toAvailable":60}\
        """
            .formatted(id, id));
    assertRefused(transfer("collection", "payout", "60", "t"), 409, "duplicate reference");
    assertRefused(transfer("payout", "collection", "60", "t"), 409, USED);
    assertRefused(transfer("collection", "payout", "40.01", "u"), 412, INSUFFICIENT);
    assertThat(transfer("payout", "collection", "10", "u").statusCode()).isEqualTo(201);

    assertThat(available()).containsExactly(50, 50);
    assertThat(audit.of("business/" + id + "/transfers")).hasSize(2);
    assertThat(transit()).isZero();
  }

  @Test
  void theStatementShowsMovementsWithTheirReferences() {
    move("withdrawals", "1", "w");
    move("adjustments", "-2", "a");
    transfer("collection", "payout", "3", "t");

    Response collection = statement("collection");
    Response payout = statement("payout");

    assertThat(collection.<List<String>>path("items.kind"))
        .containsExactly("top_up", "withdrawal", "adjustment", "transfer_out");
    assertThat(collection.<List<String>>path("items.reference"))
        .containsExactly("top-up " + id, "w " + id, "a " + id, "t " + id);
    assertThat(collection.<List<Integer>>path("items.change.available"))
        .containsExactly(100, -1, -2, -3);
    assertThat(collection.<Integer>path("closing.available")).isEqualTo(94);
    assertThat(payout.<List<String>>path("items.kind")).containsExactly("transfer_in");
    assertThat(payout.<List<String>>path("items.reference")).containsExactly("t " + id);
  }

  @Test
  void refusesMovementsWithoutAWallet() {
    String form = "{'currency':'EUR','purpose':'payout','amount':5,'reference':'%s','reason':'r'}";
    String transfer =
        "{'currency':'EUR','from':'payout','to':'collection','amount':5,'reference':'%s',"
            + "'reason':'r'}";

    assertRefused(post(business + "/withdrawals", form), 404, "wallet not found");
    assertRefused(post(business + "/adjustments", form), 404, "wallet not found");
    assertRefused(post(business + "/wallet-transfers", transfer), 404, "wallet not found");

    assertThat(available()).containsExactly(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"withdrawals", "adjustments"})
  void theReasonIsRequired(String kind) {
    assertRefused(
        post(
            business + "/" + kind,
            "{'currency':'KES','purpose':'collection','amount':5,'reference':'%s'}"),
        400,
        "reason is required");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "withdrawals      | 'purpose':'collection','amount':0                     | amount must be"
            + " greater than 0",
        "withdrawals      | 'purpose':'collection','amount':-1                    | amount must be"
            + " greater than 0",
        "adjustments      | 'purpose':'collection','amount':0                     | amount must not"
            + " be 0",
        "adjustments      | 'purpose':'collection','amount':-0.001                | amount must"
            + " have at most 2 decimal places for KES",
        "adjustments      | 'purpose':'collection'                                | amount is"
            + " required",
        "wallet-transfers | 'from':'collection','to':'collection','amount':1      | from and to"
            + " must differ",
        "wallet-transfers | 'from':'collection','to':'bank','amount':1            | to must be one"
            + " of: payout, collection",
        "wallet-transfers | 'from':'collection','to':'payout','amount':-1         | amount must be"
            + " greater than 0",
      })
  void refusesAnInvalidMovement(String kind, String fields, String message) {
    Response answer =
        post(
            business + "/" + kind,
            "{'currency':'KES'," + fields + ",'reference':'%s','reason':'r'}");

    assertRefused(answer, 400, message);
    assertThat(available()).containsExactly(100);
  }

  private Response move(String kind, String amount, String reference) {
    return post(
        business + "/" + kind,
        "{'currency':'KES','purpose':'collection','amount':"
            + amount
            + ",'reference':'"
            + reference
            + " %s','reason':'because'}");
  }

  private Response transfer(String from, String to, String amount, String reference) {
    return post(
        business + "/wallet-transfers",
        "{'currency':'KES','from':'%s','to':'%s','amount':%s,'reference':'%s %%s','reason':'because'}"
            .formatted(from, to, amount, reference));
  }

  /** Sends a form. References are unique over all wallets, so they contain the business's id. */
  private Response post(String path, String form) {
    return TestOperator.request().body(form.formatted(id).replace('\'', '"')).post(path);
  }

  private Response statement(String purpose) {
    return TestOperator.request()
        .get(business + "/statement?currency=KES&from=2020-01-01&to=2036-01-01&purpose=" + purpose);
  }

  private List<Integer> available() {
    return TestOperator.request().get(business + "/wallets").path("items.available");
  }

  private long transit() {
    return rows.count(
        """
        SELECT coalesce(sum(CASE a.id WHEN t.credit_account_id THEN amount_minor
                                      ELSE -amount_minor END), 0)::bigint
        FROM ledger_transfer t
        JOIN ledger_account a ON a.id IN (t.debit_account_id, t.credit_account_id)
        WHERE a.kind = 'transit'
        """);
  }

  private String moved(String amount, String reference, String available) {
    return """
    {"businessId":"%s","currency":"KES","purpose":"collection","amount":%s,\
    "reference":"%s %s","reason":"because","available":%s,"holding":0,"pending":0}\
    """
        .formatted(id, amount, reference, id, available);
  }
}
