package org.mizani.rail;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.rail.pawapay.signature.EcKeys;

/**
 * Stand-ins for the networks of {@link ConnectedProfile} and {@link HaltedRailsProfile}. They
 * listen as long as the service runs, so that it keeps no connection to a stand-in that is closed.
 */
@Alternative
@Singleton
public class StandIns {

  private final PawapayStandIn momo = new PawapayStandIn();
  private final DarajaStandIn kenya = new DarajaStandIn();
  private final Optional<String> signedWith;

  StandIns(
      @ConfigProperty(name = ConnectedProfile.PUBLIC_KEY) Optional<String> signedWith,
      @ConfigProperty(name = "payments.rail.momo.url") URI momoUrl,
      @ConfigProperty(name = "payments.rail.kenya.url") URI kenyaUrl) {
    this.signedWith = signedWith;
    momo.open(momoUrl.getPort());
    kenya.open(kenyaUrl.getPort());
  }

  /** Starts the stand-ins before the first job runs. */
  void open(@Observes @Priority(1) StartupEvent event) {
    momo();
  }

  /** Returns pawaPay in its initial state, without payments or faults. */
  public PawapayStandIn momo() {
    momo.reset();
    momo.conduct().token(ConnectedProfile.TOKEN);
    signedWith.ifPresent(
        key -> momo.conduct().verifies(ConnectedProfile.KEY_ID, EcKeys.publicKey(key)));
    return momo;
  }

  /** Returns Daraja in its initial state. Tokens that it has issued stay valid. */
  public DarajaStandIn kenya() {
    kenya.reset();
    return kenya;
  }

  @PreDestroy
  void close() {
    momo.close();
    kenya.close();
  }
}
