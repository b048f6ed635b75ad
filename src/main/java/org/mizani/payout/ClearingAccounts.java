package org.mizani.payout;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.mizani.ledger.Ledger;
import org.mizani.rail.RailRouter;

/** Sees at the start that every connected rail has the accounts that it is settled with. */
@Singleton
class ClearingAccounts {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  void open(@Observes StartupEvent event, Ledger ledger, RailRouter rails) {
    ledger.openClearingAccounts(rails.names()).await().atMost(PATIENCE);
  }
}
