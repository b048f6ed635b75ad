package org.mizani.ledger;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Stream;
import org.mizani.database.SameEventLoop;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.PayoutRouter;

/** Sees at the start that every connected rail has the accounts that it is settled with. */
@Singleton
class ClearingAccounts {

  void open(
      @Observes StartupEvent event,
      SameEventLoop sameLoop,
      Ledger ledger,
      PayoutRouter payoutRails,
      CollectionRouter collectionRails) {
    List<String> names =
        Stream.concat(payoutRails.names().stream(), collectionRails.names().stream())
            .distinct()
            .toList();
    sameLoop.await(() -> ledger.openClearingAccounts(names));
  }
}
