package org.mizani.rail.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.RailType;
import org.mizani.support.QueryPlan;
import org.mizani.support.TestDatabase;

/** Statements of both networks against the payments that were made, and that a restore forgets. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class RailStatementApiTest extends StatementTrial {

  @Inject @All List<RailType> types;

  @Test
  void eachTypeOfRailHasAForm() {
    assertThat(types)
        .extracting(RailType::type)
        .filteredOn(type -> !type.equals("post")) // of the tests
        .containsExactlyInAnyOrderElementsOf(StatementForms.types());
  }

  @Test
  void theStatementOfMpesaAgreesAndARestoreForgetsExactlyTheListedPayments() throws Exception {
    // Given
    UUID phone = pay("phone", "KES", "+" + PHONE, "5000");
    UUID other = pay("other", "KES", "+" + PHONE, "700");
    UUID declined = pay("declined", "KES", "+254712342040", "900");
    UUID till = payTill("till");
    UUID collected = collect("KES", "+" + PHONE);
    Path file = mpesa(NetworkStatements.mpesa(kenya.books()));

    // When
    StatementSummary summary = check("kenya", "daraja", file, Optional.empty());

    // Then
    assertThat(differences).isEmpty();
    assertThat(summary.words())
        .containsExactly(
            "Lines of payments: 5 (12100 KES)",
            "Lines of other kinds, not compared: 1",
            "Nothing differs.");

    // When: the database is restored to a moment before these
    forget(other, declined, till, collected);
    StatementSummary restored = check("kenya", "daraja", file, Optional.empty());

    // Then
    assertThat(differences).extracting(Difference::kind).containsOnly(Difference.Kind.NOT_HERE);
    assertThat(differences)
        .extracting(Difference::words)
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("700 KES out").contains(receiptOf(other)),
            line -> assertThat(line).contains("5000 KES out, receipt").contains(till.toString()),
            line -> assertThat(line).contains("500 KES in, receipt"));
    assertThat(restored.words())
        .contains("Failed attempts, not here: 1 (900 KES)", "Differences, not here: 3 (6200 KES)");
    assertThat(String.join("\n", words())).doesNotContain(PHONE, "MWANGI", phone.toString());
  }

  @Test
  void theStatementOfPawapayAgreesAndARestoreForgetsExactlyTheListedPayments() throws Exception {
    // Given
    UUID kept = pay("kept", "TZS", "+255754000000", "5000");
    UUID paid = pay("paid", "TZS", "+255754000000", "7000");
    UUID collected = collect("TZS", "+255754000000");
    Path file = pawapay(NetworkStatements.pawapay(momo.books()));

    // When
    StatementSummary summary = check("momo", "pawapay", file, Optional.of(aroundNow()));

    // Then
    assertThat(wordsAbout(kept, paid, collected)).isEmpty();
    assertThat(summary.words()).contains("Lines of payments: 3 (12500 TZS)");

    // When
    forget(paid, collected);
    differences.clear();
    check("momo", "pawapay", file, Optional.empty());

    // Then
    assertThat(words())
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("7000 TZS out, id " + paid + ": no payment here"),
            line -> assertThat(line).contains("500 TZS in, id " + collected + ": no payment here"));

    // When: an operator enters them by hand, by their ids
    for (UUID entered : List.of(paid, collected)) {
      change(
          "INSERT INTO ledger_movement (id, kind, reference) VALUES (gen_random_uuid(),"
              + " 'rail_settlement', '%s')".formatted(entered));
    }
    differences.clear();
    StatementSummary entered = check("momo", "pawapay", file, Optional.empty());

    // Then
    assertThat(entered.words())
        .containsExactly(
            "Lines of payments: 3 (12500 TZS)",
            "Not here, entered by hand: 2 (7500 TZS)",
            "Nothing differs.");
  }

  @Test
  void noTableIsReadFromEndToEnd() throws SQLException {
    Queries queries = Queries.of(owner);
    UUID[] ids = {UUID.randomUUID()};
    String[] texts = {"TKL1AAA111"};
    Long[] minors = {1L};
    UUID from = new UUID(0, 0);
    UUID to = new UUID(1L << 60, 0);
    String rail = "kenya";

    assertThat(
            List.of(
                plan(queries, PaymentLookup.BY_ID, ids, ids, ids, ids),
                plan(
                    queries,
                    PaymentLookup.BY_NUMBER,
                    from,
                    to,
                    rail,
                    texts,
                    texts,
                    from,
                    to,
                    rail,
                    texts,
                    rail,
                    texts),
                plan(queries, PaymentLookup.ENTERED, (Object) texts),
                plan(
                    queries,
                    PaymentLookup.WITHOUT_NUMBER,
                    from,
                    to,
                    rail,
                    minors,
                    from,
                    to,
                    rail,
                    minors),
                plan(queries, PaymentLookup.MADE, from, to, rail, from, to, rail)))
        .allSatisfy(plan -> assertThat(plan.readWhole()).as(plan.toString()).isEmpty())
        .allSatisfy(plan -> assertThat(plan.repeatedSearches()).as(plan.toString()).isEmpty());
  }

  private static QueryPlan plan(Queries queries, String statement, Object... parameters)
      throws SQLException {
    return new QueryPlan(queries.rows("EXPLAIN " + statement, row -> row.getString(1), parameters));
  }
}
