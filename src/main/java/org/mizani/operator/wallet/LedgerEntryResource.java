package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.http.Fields;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.wallet.LedgerEntries.Direction;
import org.mizani.operator.wallet.LedgerEntries.RailSettlement;

/** {@code POST /operator/ledger/…}: movements between the service's own accounts. */
@Path("/operator/ledger")
public class LedgerEntryResource {

  private static final String DIRECTIONS =
      Arrays.stream(Direction.values()).map(Direction::code).collect(Collectors.joining(", "));

  private final CurrentOperator operator;
  private final LedgerEntries entries;

  LedgerEntryResource(CurrentOperator operator, LedgerEntries entries) {
    this.operator = operator;
    this.entries = entries;
  }

  /** Request body of a settlement with a rail. */
  record RailSettlementForm(
      String rail,
      String currency,
      String direction,
      BigDecimal amount,
      String reference,
      String reason) {

    /**
     * Validates the settlement.
     *
     * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field
     */
    private RailSettlement parsed() {
      String network = Fields.required("rail", rail);
      CurrencyUnit unit =
          Fields.oneOf("currency", currency, CurrencyUnit.codes(), CurrencyUnit::find);
      return new RailSettlement(
          network,
          Fields.oneOf("direction", direction, DIRECTIONS, RailSettlementForm::direction),
          Fields.amount("amount", amount, unit),
          entry(reference, reason));
    }

    private static Optional<Direction> direction(String code) {
      return Arrays.stream(Direction.values())
          .filter(direction -> direction.code().equals(code))
          .findFirst();
    }
  }

  /** Settlement with a rail as it was entered, in major units. */
  public record RailSettlementAnswer(
      String rail,
      String currency,
      String direction,
      BigDecimal amount,
      String reference,
      String reason) {

    static RailSettlementAnswer of(RailSettlement settlement) {
      return new RailSettlementAnswer(
          settlement.rail(),
          settlement.amount().currency().name(),
          settlement.direction().code(),
          settlement.amount().major(),
          settlement.entry().reference(),
          settlement.entry().reason());
    }
  }

  /** Request body of a fee income. */
  record FeeIncomeForm(String currency, BigDecimal amount, String reference, String reason) {}

  /** Fee income as it was entered, in major units. */
  public record FeeIncomeAnswer(
      String currency, BigDecimal amount, String reference, String reason) {}

  /** Records float that was paid to a rail, or by it, once a reference. */
  @POST
  @Path("/rail-settlements")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<RailSettlementAnswer> settle(RailSettlementForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    RailSettlement settlement = form.parsed();
    return entries.settle(actor, settlement).map(done -> RailSettlementAnswer.of(settlement));
  }

  /** Takes earned fees out of the books, once a reference. */
  @POST
  @Path("/fee-incomes")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<FeeIncomeAnswer> takeFees(FeeIncomeForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    CurrencyUnit unit =
        Fields.oneOf("currency", form.currency(), CurrencyUnit.codes(), CurrencyUnit::find);
    Money amount = Fields.amount("amount", form.amount(), unit);
    Entry entry = entry(form.reference(), form.reason());
    return entries
        .takeFees(actor, amount, entry)
        .map(
            done ->
                new FeeIncomeAnswer(
                    unit.name(), amount.major(), entry.reference(), entry.reason()));
  }

  private static Entry entry(String reference, String reason) {
    return new Entry(Fields.required("reference", reference), Fields.required("reason", reason));
  }
}
