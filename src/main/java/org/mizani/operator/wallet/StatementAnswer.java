package org.mizani.operator.wallet;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.mizani.ledger.Funds;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;

/** JSON of a statement. */
@RegisterForReflection
public record StatementAnswer(
    String businessId,
    String currency,
    String purpose,
    String from,
    String to,
    StatementBalance opening,
    StatementBalance closing,
    long lines,
    List<StatementLine> items) {

  /** Balance of a wallet, or its change by a transfer, in major units. */
  @RegisterForReflection
  public record StatementBalance(BigDecimal available, BigDecimal holding, BigDecimal pending) {

    static StatementBalance of(Funds funds) {
      return new StatementBalance(
          funds.available().major(), funds.holding().major(), funds.pending().major());
    }
  }

  /** One transfer that touched the wallet; amounts in major units. */
  @RegisterForReflection
  public record StatementLine(
      Instant time,
      String kind,
      String reference,
      String subjectId,
      StatementBalance change,
      StatementBalance balance) {

    static StatementLine of(Line line) {
      return new StatementLine(
          line.time().truncatedTo(ChronoUnit.MILLIS),
          line.kind(),
          line.reference(),
          line.subject().map(UUID::toString).orElse(null),
          StatementBalance.of(line.change()),
          StatementBalance.of(line.balance()));
    }
  }

  /**
   * Parameters of a statement, as they were sent.
   *
   * @param from start of the time range
   * @param to end of the time range
   */
  record Header(UUID businessId, String from, String to) {}

  /** The statement without its lines. */
  static StatementAnswer withoutLines(Header header, Statement statement) {
    return new StatementAnswer(
        header.businessId().toString(),
        statement.query().currency().name(),
        statement.query().purpose().code(),
        header.from(),
        header.to(),
        StatementBalance.of(statement.opening()),
        StatementBalance.of(statement.closing()),
        statement.lines(),
        List.of());
  }
}
