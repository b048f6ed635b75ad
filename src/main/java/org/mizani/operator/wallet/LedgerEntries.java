package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.LedgerMovements;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.MovementOutcome;
import org.mizani.money.Money;

/** Movements between the service's own accounts, each in one transaction with its audit entry. */
@Singleton
final class LedgerEntries {

  private final AuditLog audit;
  private final LedgerMovements movements;

  LedgerEntries(AuditLog audit, LedgerMovements movements) {
    this.audit = audit;
    this.movements = movements;
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
  record RailSettlement(String rail, Direction direction, Money amount, Entry entry) {}

  /**
   * Settles with a rail.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 400 for a rail without an account,
   *     409 as {@link MovementOutcome#requireMoved}
   */
  Uni<Void> settle(Actor actor, RailSettlement settlement) {
    Money amount = settlement.amount();
    Money change = new Money(amount.currency(), settlement.direction().sign * amount.minor());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("direction", settlement.direction().code());
    addEntry(fields, amount, settlement.entry());
    AuditLog.Entry entry =
        new AuditLog.Entry(
            "ledger.rail-settlement", "ledger/rails/" + settlement.rail(), Map.of(), fields);
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

  private static void addEntry(Map<String, Object> fields, Money amount, Entry entry) {
    fields.put("currency", amount.currency().name());
    fields.put("amount", amount.major());
    fields.put("reference", entry.reference());
    fields.put("reason", entry.reason());
  }

  private static void requireRail(MovementOutcome outcome) {
    if (outcome == MovementOutcome.NO_WALLET) {
      throw ApiFault.invalid("rail must be one that the ledger has an account with").asException();
    }
  }
}
