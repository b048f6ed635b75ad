package org.mizani.rail.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.statement.KnownPayment.Kind;
import org.mizani.rail.statement.KnownPayment.State;
import org.mizani.rail.statement.StatementLine.References;
import org.mizani.rail.statement.StatementLine.Word;

class MatchesTest {

  private static final String BEGINNING = "0199b0c27a10";

  private final KnownPayment payout =
      payment("0199b0c2-7a10-7abc-8def-0123456789ab", Kind.PAYOUT, 100, "TKL1AAA111");
  private final KnownPayment collection =
      payment("0199b0c2-7a10-7abc-9def-0123456789ab", Kind.COLLECTION, 100, "TKL1AAA222");
  private final KnownPayment twin =
      payment("0199b0c2-7a10-7abc-adef-0123456789ab", Kind.COLLECTION, 200, null);

  private final Matches matches = new Matches(List.of(payout, collection, twin));

  @Test
  void ourIdGoesBeforeAReceipt() {
    assertThat(matches.of(line(payout.id(), "TKL1AAA222", null, null, Direction.OUT, 100)))
        .contains(payout);
  }

  @Test
  void aReceiptGoesBeforeTheBeginningOfAnId() {
    assertThat(matches.of(line(null, "TKL1AAA222", null, BEGINNING, Direction.IN, 200)))
        .contains(collection);
  }

  @Test
  void ofTwinCollectionsThatOfTheAmountIsTaken() {
    assertThat(matches.of(line(null, "TKL1AAA333", null, BEGINNING, Direction.IN, 200)))
        .contains(twin);
    assertThat(matches.of(line(null, "TKL1AAA333", null, BEGINNING, Direction.IN, 300)))
        .isPresent();
  }

  @Test
  void aLinkedReceiptCountsOnlyWhereMoneyComesBack() {
    assertThat(matches.of(line(null, "TKL1AAA333", "TKL1AAA111", null, Direction.IN, 100)))
        .contains(payout);
    assertThat(matches.of(line(null, "TKL1AAA333", "TKL1AAA111", null, Direction.OUT, 100)))
        .isEmpty();
  }

  @Test
  void noOtherReferenceIsAMatch() {
    assertThat(matches.of(line(UUID.randomUUID(), "X", "Y", "0199b0c27a11", Direction.IN, 100)))
        .isEmpty();
  }

  private static KnownPayment payment(String id, Kind kind, long minor, String receipt) {
    return new KnownPayment(
        UUID.fromString(id),
        kind,
        "kenya",
        new Money(CurrencyUnit.KES, minor),
        State.DONE,
        receipt,
        receipt == null ? Set.of() : Set.of(receipt));
  }

  private static StatementLine line(
      UUID id, String receipt, String linked, String beginning, Direction way, long minor) {
    return new StatementLine(
        1,
        new References(
            Optional.ofNullable(id),
            Optional.of(receipt),
            Optional.ofNullable(linked),
            Optional.ofNullable(beginning)),
        new Money(CurrencyUnit.KES, minor),
        Optional.of(way),
        Word.DONE,
        Instant.parse("2026-11-21T19:00:00Z"));
  }
}
