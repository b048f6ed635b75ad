package org.mizani.operator.wallet;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.LedgerMovements;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.MovementOutcome;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;

/** Movements between the service's own accounts, each in one transaction with its audit entry. */
@Singleton
final class LedgerEntries implements HeldOperation<LedgerEntries.RailSettlement> {

  private final AuditLog audit;
  private final LedgerMovements movements;
  private final Approvals approvals;
  private final ApprovalRules rules;

  LedgerEntries(
      AuditLog audit, LedgerMovements movements, Approvals approvals, ApprovalRules rules) {
    this.audit = audit;
    this.movements = movements;
    this.approvals = approvals;
    this.rules = rules;
  }

  /** Direction of a settlement with a rail. */
  enum Direction {
    TO_RAIL("to_rail", -1),
    FROM_RAIL("from_rail", 1);

    private final String code;
    private final int sign;

    Direction(String code, int sign) {
      this.code = code;
      this.sign = sign;
    }

    /** The name on the wire. */
    String code() {
      return code;
    }
  }

  /** Float that was paid to a rail, or by it. */
  @RegisterForReflection(
      targets = {
        RailSettlement.class,
        Direction.class,
        Money.class,
        CurrencyUnit.class,
        Entry.class
      })
  record RailSettlement(String rail, Direction direction, Money amount, Entry entry) {}

  /**
   * Settles with a rail.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 400 for a rail without an account,
   *     409 as {@link MovementOutcome#requireMoved}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for an amount beyond the limit
   */
  Uni<Void> settle(Actor actor, RailSettlement settlement) {
    boolean waits = rules.railSettlementWaits(settlement.amount());
    return approvals.carryOut(
        actor,
        () ->
            carryOut(actor, settlement)
                .chain(() -> waits ? Uni.createFrom().voidItem() : requireFree(settlement)),
        done -> waits ? Optional.of(asked(settlement)) : Optional.empty());
  }

  /** A settlement that does not wait must not have the reference of one that does. */
  private Uni<Void> requireFree(RailSettlement settlement) {
    return approvals.requireFree(ApprovalAction.RAIL_SETTLEMENT, settlement.entry().reference());
  }

  private static Asked asked(RailSettlement settlement) {
    return new Asked(
        ApprovalAction.RAIL_SETTLEMENT,
        subject(settlement),
        settlement.entry().reference(),
        fields(settlement),
        settlement);
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.RAIL_SETTLEMENT);
  }

  @Override
  public Class<RailSettlement> type() {
    return RailSettlement.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, RailSettlement settlement) {
    return Uni.createFrom().item(() -> () -> carryOut(requester, settlement));
  }

  private Uni<Void> carryOut(Actor actor, RailSettlement settlement) {
    Money amount = settlement.amount();
    Money change = new Money(amount.currency(), settlement.direction().sign * amount.minor());
    AuditLog.Entry entry =
        new AuditLog.Entry(
            ApprovalAction.RAIL_SETTLEMENT.code(),
            subject(settlement),
            Map.of(),
            fields(settlement));
    return audit
        .audited(
            actor,
            () ->
                movements
                    .settle(settlement.rail(), change, settlement.entry())
                    .invoke(LedgerEntries::requireRail)
                    .invoke(MovementOutcome::requireMoved),
            outcome -> entry)
        .replaceWithVoid();
  }

  /**
   * Takes earned fees out of the books.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link
   *     MovementOutcome#requireMoved}
   */
  Uni<Void> takeFees(Actor actor, Money amount, Entry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    addEntry(fields, amount, entry);
    AuditLog.Entry written =
        new AuditLog.Entry("ledger.fee-income", "ledger/fees", Map.of(), fields);
    return audit
        .audited(
            actor,
            () -> movements.takeFees(amount, entry).invoke(MovementOutcome::requireMoved),
            outcome -> written)
        .replaceWithVoid();
  }

  private static String subject(RailSettlement settlement) {
    return "ledger/rails/" + settlement.rail();
  }

  private static Map<String, Object> fields(RailSettlement settlement) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("direction", settlement.direction().code());
    addEntry(fields, settlement.amount(), settlement.entry());
    return fields;
  }

  private static void addEntry(Map<String, Object> fields, Money amount, Entry entry) {
    fields.put("currency", amount.currency().name());
    fields.put("amount", amount.major());
    fields.put("reference", entry.reference());
    fields.put("reason", entry.reason());
  }

  private static void requireRail(MovementOutcome outcome) {
    if (outcome == MovementOutcome.NO_WALLET) {
      throw ApiFault.invalid("rail", "must be one that the ledger has an account with")
          .asException();
    }
  }
}
