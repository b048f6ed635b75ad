package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.collection.CollectionCreation.NewCollection;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Settlement;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;

/** What collections do to wallets, by the service's own statements and without a rail. */
@Singleton
public class CollectionMoves {

  /** How a collection can end. */
  public enum End {
    PAID(new Collected("R1", Optional.empty())),
    DECLINED(new Declined("declined")),
    EXPIRED(new Lapsed());

    private final Settle decision;

    End(CollectionOutcome answer) {
      this.decision = (Settle) CollectionDecision.of(CollectionStatus.PENDING, answer);
    }
  }

  private static final PhoneNumber PHONE = new PhoneNumber(Country.KE, "+254712345678");

  private final CollectionCreation creation;
  private final CollectionSettlement settlement;

  CollectionMoves(CollectionCreation creation, CollectionSettlement settlement) {
    this.creation = creation;
    this.settlement = settlement;
  }

  /** Creates a collection; answers the name of what became of it. */
  public Uni<String> create(UUID id, Caller caller, Money amount, Optional<String> reference) {
    CollectionOrder order =
        new CollectionOrder(
            amount, PHONE, reference, Optional.empty(), Optional.empty(), Optional.empty());
    return creation
        .create(new NewCollection(id, caller, order, "sandbox", "", new byte[1], true))
        .map(result -> result.outcome().name());
  }

  /** Ends a collection in these ways at once; answers the names of what each of them did. */
  public Uni<List<String>> end(UUID id, List<End> ends) {
    return Uni.join()
        .all(ends.stream().map(end -> settlement.apply(settlement(id, end))).toList())
        .andFailFast()
        .map(effects -> effects.stream().map(Enum::name).toList());
  }

  private static Settlement settlement(UUID id, End end) {
    return new Settlement(id, end.decision, Optional.empty(), Optional.empty());
  }
}
