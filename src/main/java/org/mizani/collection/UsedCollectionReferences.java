package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.mizani.collection.record.Collection;
import org.mizani.collection.record.CollectionSummary;
import org.mizani.collection.record.Customer;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;

/** References that businesses have used for collections: their repetition is refused. */
@Singleton
final class UsedCollectionReferences {

  private static final String PATH = "/business/collections/";

  private final Database database;
  private final Customer.Encryption encryption;

  UsedCollectionReferences(Database database, Customer.Encryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /** The refusal of an order whose reference the business has used; empty if it has not. */
  Uni<Optional<ApiFault>> refusalOf(long businessId, CollectionOrder order) {
    return database
        .read(() -> Collection.withReference(businessId, order.reference().orElse(null)))
        .map(
            found ->
                found.stream()
                    .findFirst()
                    .map(used -> ApiFault.referenceUsed(PATH, used.id(), differs(used, order))));
  }

  /** Whether an order is known to ask for something else: callback URL and forced status apart. */
  private boolean differs(CollectionSummary used, CollectionOrder order) {
    return !used.amount().equals(order.amount())
        || encryption.isKnownNotToBe(
            used.id(),
            used.customerEncrypted(),
            Customer.of(order.customer(), order.narration())::equals);
  }
}
