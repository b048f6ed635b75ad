package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.collection.CollectionBooking.Settlement;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.collection.record.Customer;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.FailureCode;

/** Creates and ends collections by the service's own statements, without a rail. */
@Singleton
public class CollectionMoves {

  /** Ends of a collection. */
  public enum End {
    PAID(new Collected("R1", Optional.empty())),
    DECLINED(new Declined(FailureCode.CUSTOMER_DECLINED, "declined")),
    EXPIRED(new Lapsed());

    private final Settle decision;

    End(CollectionOutcome answer) {
      this.decision = (Settle) CollectionDecision.of(CollectionStatus.PENDING, answer);
    }
  }

  private static final PhoneNumber PHONE = new PhoneNumber(Country.KE, "+254712345678");

  private static final String READ =
      "SELECT id, business_id, wallet_id, currency, amount_minor, rail FROM collection WHERE id = $1";

  private final Database database;
  private final CollectionCreation creation;
  private final CollectionSettlement settlement;

  CollectionMoves(Database database, CollectionCreation creation, CollectionSettlement settlement) {
    this.database = database;
    this.creation = creation;
    this.settlement = settlement;
  }

  /** Creates a collection and answers the outcome's name. */
  public Uni<String> create(UUID id, Caller caller, Money amount, Optional<String> reference) {
    CollectionOrder order =
        new CollectionOrder(
            amount, PHONE, reference, Optional.empty(), Optional.empty(), Optional.empty());
    return creation
        .walletOf(caller, amount.currency())
        .map(
            wallet ->
                new NewCollection(
                    id,
                    caller,
                    wallet,
                    order,
                    "simulator",
                    "",
                    0,
                    new byte[1],
                    Optional.empty(),
                    true,
                    Optional.empty()))
        .chain(creation::create)
        .map(result -> result.outcome().name());
  }

  /** Ends a collection in all of these ways at once and answers the name of each end's effect. */
  public Uni<List<String>> end(UUID id, List<End> ends) {
    return apply(id, ends.stream().map(end -> end.decision).toList())
        .map(effects -> effects.stream().map(Enum::name).toList());
  }

  /** Applies these decisions about a collection at once and answers their effects. */
  Uni<List<Effect>> apply(UUID id, List<Settle> decisions) {
    return pending(id)
        .chain(
            collection ->
                Uni.join()
                    .all(
                        decisions.stream()
                            .map(decision -> settlement.apply(settlement(collection, decision)))
                            .toList())
                    .andFailFast());
  }

  /** Makes a settlement that has no webhook and after which no payment can come. */
  static Settlement settlement(PendingCollection collection, Settle decision) {
    return new Settlement(collection, decision, Optional.empty(), Optional.empty());
  }

  /** Reads a collection as a pod has it after the claim for its first poll. */
  Uni<PendingCollection> pending(UUID id) {
    return database.one(READ, Tuple.of(id), CollectionMoves::pending);
  }

  private static PendingCollection pending(Row row) {
    return new PendingCollection(
        row.getUUID("id"),
        row.getLong("wallet_id"),
        new PendingCollection.Origin(row.getLong("business_id"), new UUID(0, 0)),
        Optional.empty(),
        CollectionStatus.PENDING,
        new Money(CurrencyUnit.valueOf(row.getString("currency")), row.getLong("amount_minor")),
        Customer.UNREADABLE,
        "",
        row.getString("rail"),
        "",
        Optional.empty(),
        Optional.empty(),
        PendingCollection.Timing.of(Duration.ZERO, Optional.empty(), Duration.ofMinutes(1)),
        Optional.empty(),
        List.of(),
        0,
        1,
        0);
  }
}
