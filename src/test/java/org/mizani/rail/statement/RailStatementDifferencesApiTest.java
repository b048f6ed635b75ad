package org.mizani.rail.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.rail.ConnectedProfile;
import org.mizani.support.TestDatabase;

/** Differences between a statement and the payments that were made, each of its kind. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class RailStatementDifferencesApiTest extends StatementTrial {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE payout SET status = 'failure', failure_code = 'refused', paid_minor = NULL | PAID_THERE",
        "UPDATE payout SET status = 'pending' | PENDING_HERE",
        "UPDATE payout SET receiver_minor = 499900 | AMOUNT",
        "UPDATE payout SET rail = 'momo' | OTHER_RAIL",
        "UPDATE payout SET receipt = 'TKL0000000' | SECOND_RECEIPT",
        "INSERT INTO payout_return (payout_id, rail, reference, fee_minor) SELECT id, rail, 'R1', 0 FROM payout | RETURNED_HERE"
      })
  void aPayoutThatDiffersIsListed(String change, Difference.Kind expected) throws Exception {
    UUID id = pay("differs", "KES", "+" + PHONE, "5000");
    Path file = mpesa(NetworkStatements.mpesa(kenya.books()));
    change(change + " WHERE id = '" + id + "'");

    check("kenya", "daraja", file, Optional.empty());

    assertThat(differences)
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.kind()).isEqualTo(expected);
              assertThat(found.words()).contains("payout " + id);
            });
  }

  @Test
  void aReversalIsListedUntilItsReturnIsRecorded() throws Exception {
    UUID id = pay("reversed", "KES", "+" + PHONE, "5000");
    String reversal =
        "TKLRRRR999,%s,,Completed,5000.00,,Transaction Reversal,,%s,"
            .formatted(Instant.now(), receiptOf(id));
    Path file = mpesa(Stream.of(reversal));

    check("kenya", "daraja", file, Optional.empty());
    assertThat(differences).extracting(Difference::kind).containsExactly(Difference.Kind.CAME_BACK);

    change(
        "INSERT INTO payout_return (payout_id, rail, reference, fee_minor)"
            + " VALUES ('%s', 'kenya', 'TKLRRRR999', 0)".formatted(id));
    differences.clear();
    check("kenya", "daraja", file, Optional.empty());
    assertThat(differences).isEmpty();
  }

  @Test
  void aPayoutWithoutAReceiptIsNamedBesideALineOfItsAmount() throws Exception {
    UUID id = pay("without", "KES", "+" + PHONE, "4321");
    Path file =
        mpesa(NetworkStatements.mpesa(kenya.books()).map(line -> line.replace(id.toString(), "")));
    change(
        "UPDATE payout SET status = 'pending', receipt = NULL, network_reference = NULL"
            + " WHERE id = '%s'".formatted(id));

    check("kenya", "daraja", file, Optional.empty());

    assertThat(words())
        .singleElement()
        .asString()
        .contains(": no payment here; payout %s of this amount has no receipt".formatted(id));
  }

  @Test
  void paymentsOfTheWindowThatHaveNoLineAreListed() throws Exception {
    UUID listed = pay("listed", "KES", "+" + PHONE, "5000");
    Path file = mpesa(NetworkStatements.mpesa(kenya.books()));
    UUID missing = pay("missing", "KES", "+" + PHONE, "600");
    UUID collected = collect("KES", "+" + PHONE);

    check("kenya", "daraja", file, Optional.of(aroundNow()));

    assertThat(wordsAbout(listed, missing, collected))
        .containsExactlyInAnyOrder(
            "payout %s, 600 KES: is successful here and has no line".formatted(missing),
            "collection %s, 500 KES: is successful here and has no line".formatted(collected));
  }

  @Test
  void eachLineOfALongFileIsCompared() throws Exception {
    UUID id = pay("last", "KES", "+" + PHONE, "5000");
    change("UPDATE payout SET receiver_minor = 100 WHERE id = '%s'".formatted(id));
    Stream<String> unknown =
        Stream.generate(UUID::randomUUID)
            .limit(4_500)
            .map("TKL1,2026-11-21 10:00:00,%s,Completed,,-1,,,,"::formatted);
    Path file = mpesa(Stream.concat(unknown, NetworkStatements.mpesa(kenya.books())));

    StatementSummary summary = check("kenya", "daraja", file, Optional.empty());

    assertThat(summary.words())
        .contains(
            "Lines of payments: 4501 (9500 KES)",
            "Differences, not here: 4500 (4500 KES)",
            "Differences, amount: 1 (5000 KES)");
  }
}
