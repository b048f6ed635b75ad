package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.business.Desk;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Settlements with a rail above 1000 shillings, which another operator approves. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldRailSettlementApiTest {

  private static final String USED = "reference of another movement";

  @Inject Rows rows;
  @Inject Requests requests;
  @Inject ApprovalExpiry expiry;

  private String reference;

  @BeforeEach
  void limit() {
    reference = "float " + UUID.randomUUID();
    ApprovalLimits.set(Map.of("rail-settlement-above", "KES:1000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @ValueSource(strings = {"to_rail", "from_rail"})
  void aSettlementIsEnteredByItsApprovalOnce(String direction) {
    Response answer = settle(direction, "1000.01");

    String request = waiting(answer);
    assertThat(answer.<String>path("action")).isEqualTo("ledger.rail-settlement");
    assertThat(answer.<String>path("subject")).isEqualTo("ledger/rails/simulator");
    assertThat(answer.json().getMap("asked"))
        .containsEntry("direction", direction)
        .containsEntry("currency", "KES")
        .containsEntry("amount", new BigDecimal("1000.01"))
        .containsEntry("reference", reference)
        .containsEntry("reason", "of the week");
    assertThat(movements()).isZero();
    assertThat(audited()).isZero();
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(movements()).isOne();
    assertThat(audited()).isOne();
    assertRefused(approve(request), 409, "request is decided");
    assertRefused(settle(direction, "1000.01"), 409, "duplicate reference");
    assertThat(movements()).isOne();
  }

  @Test
  void whatWaitsHasItsReference() {
    String request = waiting(settle("to_rail", "2000"));

    assertThat(waiting(settle("to_rail", "2000.00"))).isEqualTo(request);
    assertRefused(settle("to_rail", "2001"), 409, USED);
    assertRefused(settle("to_rail", "1"), 409, USED);
    assertRefused(settle("from_rail", "2000"), 409, USED);

    assertThat(movements()).isZero();
  }

  @Test
  void aSettlementUpToTheAmountDoesNotWait() {
    assertThat(settle("to_rail", "1000").statusCode()).isEqualTo(201);

    assertThat(movements()).isOne();
  }

  @Test
  void aRefusedOrExpiredOneIsNotEntered() {
    String request = waiting(settle("to_rail", "2000"));
    assertRefused(
        approve(request, TestOperator.request()), 403, "another operator must decide this request");
    assertThat(refuse(request, TestOperator.second()).statusCode()).isEqualTo(200);
    String again = waiting(settle("to_rail", "2000"));
    requests.expire(again);

    expiry.expire().await().atMost(PATIENCE);

    assertThat(status(request)).isEqualTo("refused");
    assertThat(status(again)).isEqualTo("expired");
    assertRefused(approve(again), 409, "request is decided");
    assertThat(movements()).isZero();
  }

  @Test
  void aRailWithoutAnAccountIsRefusedAtOnce() {
    assertRefused(
        settle("nobody", "to_rail", "2000"),
        400,
        "rail must be one that the ledger has an account with");
  }

  private Response settle(String direction, String amount) {
    return settle("simulator", direction, amount);
  }

  private Response settle(String rail, String direction, String amount) {
    return Desk.post(
        "/operator/ledger/rail-settlements",
        Map.of(
            "rail",
            rail,
            "currency",
            "KES",
            "direction",
            direction,
            "amount",
            new BigDecimal(amount),
            "reference",
            reference,
            "reason",
            "of the week"));
  }

  private long movements() {
    return rows.count("SELECT count(*) FROM ledger_movement WHERE reference = $1", reference);
  }

  private long audited() {
    return rows.count(
        "SELECT count(*) FROM audit_entry WHERE action = 'ledger.rail-settlement'"
            + " AND operator = $2 AND after ->> 'reference' = $1",
        reference,
        TestOperator.KEY);
  }
}
