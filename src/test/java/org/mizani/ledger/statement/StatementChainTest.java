package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.ledger.SummedUpStatement.funds;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.ledger.Statement.Line;
import org.mizani.ledger.SummedUpStatement;

class StatementChainTest {

  private static final UUID BUSINESS = UUID.fromString("a8761c88-44ba-4c63-b785-3f84b7903210");
  private static final Instant NOON = Instant.parse("2026-01-15T12:00:00.771543Z");

  /** The expected one was computed by another language, by the words of the guide. */
  @Test
  void aHashIsOverTheFieldsWithTheirLengths() {
    StatementRow row =
        new StatementRow(
            "3",
            "2026-11-20T11:42:52.771Z",
            "2026-11-20",
            "capture",
            "payout",
            "Rechnung März",
            "01a1f8c4-3d57-7f8d-9593-ee3cb4b9b532",
            "7.75",
            "0",
            "92.25",
            "92.09",
            "ab".repeat(32));

    assertThat(row.hash())
        .isEqualTo("dad956ee72074a6963b30cbc3ac2e0a298ea560600c1a3d5ad322a9143d8a0ad");
  }

  @Test
  void eachRowHasTheHashOfTheOneBeforeAndTheFirstBindsTheWallet() {
    StatementChain chain = new StatementChain(BUSINESS, SummedUpStatement.to(500, 2));
    StatementRow opening = chain.opening();
    List<StatementRow> lines = chain.rows(List.of(topUp(700, 700), adjustment(-200, 500)));
    StatementRow closing = chain.closing();

    assertThat(opening.fields())
        .containsExactly(
            "0",
            "2026-01-01T00:00:00Z",
            "2026-01-01",
            "opening",
            "payout wallet in USD until 2026-02-01T00:00:00Z",
            BUSINESS.toString(),
            "",
            "0",
            "0",
            "0",
            "0",
            "");
    assertThat(Stream.of(lines.get(0), lines.get(1), closing).map(StatementRow::previous))
        .containsExactly(opening.hash(), lines.get(0).hash(), lines.get(1).hash());
    assertThat(lines.get(1).time()).isEqualTo("2026-01-15T12:00:00.771Z");
    assertThat(List.of(closing.debit(), closing.credit(), closing.balance()))
        .containsExactly("2", "7", "5");
    assertThat(List.of(closing.date(), closing.text()))
        .containsExactly("2026-01-31", "payout wallet in USD since 2026-01-01T00:00:00Z (final)");
    assertThat(chain.claims())
        .containsEntry("asOf", "2026-02-02T00:00:00Z")
        .containsEntry("final", true)
        .containsEntry("closing", "5")
        .containsEntry("lines", 2L)
        .containsEntry("hash", closing.hash());
  }

  @ParameterizedTest
  @CsvSource({"501, 1", "500, 2", "500, 0"})
  void linesThatAreNotThoseThatWereSummedUpAreNotClosed(long closing, long lines) {
    StatementChain chain = new StatementChain(BUSINESS, SummedUpStatement.to(closing, lines));
    chain.opening();
    chain.rows(List.of(topUp(500, 500)));

    assertThatThrownBy(chain::closing)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the lines of a statement do not sum up to its closing balance");
  }

  private static Line topUp(long change, long balance) {
    return new Line(
        true, NOON, "top_up", "wire 1", Optional.empty(), funds(change), funds(balance));
  }

  private static Line adjustment(long change, long balance) {
    return new Line(
        false, NOON, "adjustment", "late fee", Optional.empty(), funds(change), funds(balance));
  }
}
