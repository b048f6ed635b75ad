package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.database.Database;

/**
 * Receipts that come after the credit. A network that is asked may tell that the customer has paid,
 * and no receipt: its id of the prompt stands in for it until a later word has the receipt.
 */
@Singleton
final class LateReceipts {

  /** A reference that is not one of the ids is a receipt, or an operator's entry, and stays. */
  private static final String FILL_IN =
      """
      UPDATE collection SET mno_payment_reference = $2, updated_at = now()
      WHERE id = $1 AND credited_at IS NOT NULL
        AND mno_payment_reference = ANY (network_ids || id::text)
        AND $2 <> ALL (network_ids || id::text)
      """;

  private final Database database;

  LateReceipts(Database database) {
    this.database = database;
  }

  /** Fills in the receipt of a collection's payment where none is known. It moves no money. */
  Uni<Void> fillIn(UUID collection, String receipt) {
    return database.execute(FILL_IN, Tuple.of(collection, receipt)).replaceWithVoid();
  }
}
