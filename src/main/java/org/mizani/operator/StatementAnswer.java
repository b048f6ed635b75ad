package org.mizani.operator;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.mizani.ledger.Funds;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;
import org.mizani.operator.StatementFormat.Header;

/** A statement as operators see it. */
@Schema(
    requiredProperties = {
      "businessId",
      "currency",
      "purpose",
      "from",
      "to",
      "opening",
      "closing",
      "lines",
      "items"
    })
@RegisterForReflection
public record StatementAnswer(
    @Schema(description = "The business", examples = "a8761c88-44ba-4c63-b785-3f84b7903210")
        String businessId,
    @Schema(description = "The wallet's currency", examples = "USD") String currency,
    @Schema(
            description = "The wallet's purpose",
            enumeration = {"payout", "collection"})
        String purpose,
    @Schema(description = "Start of the range", examples = "2026-11-01T00:00:00Z") String from,
    @Schema(description = "End of the range", examples = "2026-12-01T00:00:00Z") String to,
    @Schema(description = "What the wallet held before the range") StatementBalance opening,
    @Schema(description = "What it held at the end of the range") StatementBalance closing,
    @Schema(description = "How many lines there are", examples = "2") long lines,
    @Schema(description = "The lines, the oldest first") List<StatementLine> items) {

  /** What a wallet held, or what a transfer changed, in major units. */
  @Schema(requiredProperties = {"available", "holding", "pending"})
  @RegisterForReflection
  public record StatementBalance(
      @Schema(description = "Usable", examples = "992.09") BigDecimal available,
      @Schema(description = "Reserved for payouts under way", examples = "7.91") BigDecimal holding,
      @Schema(description = "On its way in", examples = "0") BigDecimal pending) {

    static StatementBalance of(Funds funds) {
      return new StatementBalance(
          funds.available().major(), funds.holding().major(), funds.pending().major());
    }
  }

  /** One transfer that touched the wallet; amounts in major units. */
  @Schema(requiredProperties = {"time", "kind", "reference", "subjectId", "change", "balance"})
  @RegisterForReflection
  public record StatementLine(
      @Schema(description = "When it was made", examples = "2026-11-20T11:42:52.771Z") Instant time,
      @Schema(
              description =
                  "A payout's `hold`, then its `capture` and `fee`, or its `release`; a collection's"
                      + " `collect`; a `top_up`",
              enumeration = {"hold", "capture", "fee", "release", "collect", "top_up"})
          String kind,
      @Schema(
              description =
                  "The payout's, collection's or top-up's reference, or which night was swept; may be"
                      + " empty",
              examples = "invoice-1001")
          String reference,
      @Schema(
              description = "The payout's serviceReference or the collection's id; else null",
              nullable = true,
              examples = "01a1f8c4-3d57-7f8d-9593-ee3cb4b9b532")
          String subjectId,
      @Schema(description = "What it changed; below zero where it took away")
          StatementBalance change,
      @Schema(description = "What the wallet held after it") StatementBalance balance) {

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
