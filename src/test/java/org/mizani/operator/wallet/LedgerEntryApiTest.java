package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Movements between the service's own accounts, which operators enter once each. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LedgerEntryApiTest {

  private final String id = UUID.randomUUID().toString();

  @Inject Rows rows;

  @Test
  void aRailSettlementMovesMoneyOnceInEitherDirection() {
    long before = clearing();

    assertThat(settle("to_rail", "500", "s").statusCode()).isEqualTo(201);
    assertRefused(settle("to_rail", "500", "s"), 409, "duplicate reference");
    assertRefused(settle("from_rail", "500", "s"), 409, "reference of another movement");
    assertAnswer(
        settle("from_rail", "20.5", "f"),
        201,
        """
        {"rail":"simulator","currency":"KES","direction":"from_rail","amount":20.5,\
        "reference":"f %s","reason":"because"}\
        """
            .formatted(id));

    assertThat(clearing() - before).isEqualTo(2_050 - 50_000);
    assertRefused(
        post(
            "/operator/ledger/rail-settlements",
            "{'rail':'nobody','currency':'KES','direction':'to_rail','amount':1,'reference':'%s',"
                + "'reason':'r'}"),
        400,
        "rail must be one that the ledger has an account with");
  }

  @Test
  void refusesFeeIncomeBeyondTheFeesOfClosedDays() {
    assertRefused(
        post(
            "/operator/ledger/fee-incomes",
            "{'currency':'EUR','amount':0.01,'reference':'%s','reason':'r'}"),
        412,
        "insufficient available balance");
  }

  private Response settle(String direction, String amount, String reference) {
    return post(
        "/operator/ledger/rail-settlements",
        "{'rail':'simulator','currency':'KES','direction':'%s','amount':%s,'reference':'%s %%s',"
                .formatted(direction, amount, reference)
            + "'reason':'because'}");
  }

  /** Sends an entry. References are unique over all movements, so they contain the test's id. */
  private Response post(String path, String form) {
    return TestOperator.request().body(form.formatted(id).replace('\'', '"')).post(path);
  }

  private long clearing() {
    return rows.count(
        """
        SELECT coalesce(sum(CASE a.id WHEN t.credit_account_id THEN amount_minor
                                      ELSE -amount_minor END), 0)::bigint
        FROM ledger_transfer t
        JOIN ledger_account a ON a.id IN (t.debit_account_id, t.credit_account_id)
        WHERE a.kind = 'clearing' AND a.rail = 'simulator' AND a.currency = 'KES'
          AND t.kind = 'rail_settlement'
        """);
  }
}
