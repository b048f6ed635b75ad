package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.money.Money;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.Payout;

/** References that businesses have used for payouts: their repetition is refused. */
@Singleton
final class UsedPayoutReferences {

  private static final String PATH = "/business/payouts/";

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
        .map(
            found ->
                found.map(used -> ApiFault.referenceUsed(PATH, used.id(), differs(used, order))));
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
