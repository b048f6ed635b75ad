package org.mizani.ledger;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.RailRouter;

/** Sees at the start that every connected rail has the accounts that it is settled with. */
@Singleton
class ClearingAccounts {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  void open(
      @Observes StartupEvent event,
      Ledger ledger,
      RailRouter payoutRails,
      CollectionRouter collectionRails) {
    List<String> names =
        Stream.concat(payoutRails.names().stream(), collectionRails.names().stream())
            .distinct()
            .toList();
    ledger.openClearingAccounts(names).await().atMost(PATIENCE);
  }
}
