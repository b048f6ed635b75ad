package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.database.Projection;
import org.mizani.fault.ApiFault;
import org.mizani.money.Money;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.Payout;

/** References that businesses have used for payouts: their repetition is refused. */
@Singleton
final class UsedPayoutReferences {

  private static final String PATH = "/business/payouts/";

  private static final Projection<Payout.Requested> REQUESTED =
      Projection.into(Payout.Requested.class);

  /** The payouts of business {@code $1} with these references, as far as requests are stored. */
  static final String FIND_ALL =
      """
      SELECT p.id, p.business_reference, p.sender_currency, p.receiver_minor, p.receiver_currency,
             p.country, p.channel, d.parties_encrypted, d.purpose_of_transfer, d.source_of_funds
      FROM payout p
      LEFT JOIN LATERAL (
        SELECT parties_encrypted, purpose_of_transfer, source_of_funds FROM payout_detail
        WHERE payout_id = p.id AND created_at = p.created_at LIMIT 1) d ON true
      WHERE p.business_id = $1 AND p.business_reference = ANY ($2)
      """;

  private final Database database;
  private final Parties.Encryption encryption;

  UsedPayoutReferences(Database database, Parties.Encryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /** The refusal of an order whose reference the business has used; empty if it has not. */
  Uni<Optional<ApiFault>> refusalOf(long businessId, PayoutOrder order) {
    return database
        .read(() -> Payout.withUsedReference(businessId, order.terms().businessReference()))
        .map(found -> found.map(used -> refusal(used, order)));
  }

  /**
   * The refusals of these orders for references that the business has used, by the reference; of
   * two orders with one reference, that of the last.
   */
  Uni<Map<String, ApiFault>> refusalsOf(long businessId, List<PayoutOrder> orders) {
    Map<String, PayoutOrder> byReference = new HashMap<>();
    orders.forEach(order -> byReference.put(order.terms().businessReference(), order));
    if (byReference.isEmpty()) {
      return Uni.createFrom().item(Map.of());
    }
    return database
        .list(
            FIND_ALL, Tuple.of(businessId, byReference.keySet().toArray(String[]::new)), REQUESTED)
        .map(
            found -> {
              Map<String, ApiFault> refusals = new HashMap<>();
              found.forEach(
                  used -> {
                    String reference = used.businessReference();
                    refusals.put(reference, refusal(used, byReference.get(reference)));
                  });
              return refusals;
            });
  }

  private ApiFault refusal(Payout.Requested used, PayoutOrder order) {
    return ApiFault.referenceUsed(PATH, used.id(), differs(used, order));
  }

  /** Whether an order is known to pay something else: callback URL and forced status apart. */
  private boolean differs(Payout.Requested used, PayoutOrder order) {
    return used.senderCurrency() != order.price().senderCurrency()
        || !new Money(used.receiverCurrency(), used.receiverMinor()).equals(order.price().amount())
        || used.country() != order.recipient().country()
        || used.channel() != order.recipient().channel()
        || used.partiesEncrypted() != null && detailsDiffer(used, order);
  }

  private boolean detailsDiffer(Payout.Requested used, PayoutOrder order) {
    PayoutOrder.Terms terms = order.terms();
    return !terms.purposeOfTransfer().equals(used.purposeOfTransfer())
        || !terms.sourceOfFunds().equals(Optional.ofNullable(used.sourceOfFunds()))
        || encryption.isKnownNotToBe(
            used.id(), used.partiesEncrypted(), parties -> parties.areRequestedAs(order.parties()));
  }
}
