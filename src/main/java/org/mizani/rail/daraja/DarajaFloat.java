package org.mizani.rail.daraja;

import io.smallrye.mutiny.Uni;
import java.util.UUID;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.RailFloat;
import org.mizani.rail.SendWindow;
import org.mizani.rail.daraja.DarajaPayouts.Payer;
import org.mizani.rail.daraja.DarajaRequests.Initiator;
import org.mizani.rail.daraja.GatewayAnswer.Acknowledged;

/** Balances of our accounts at M-PESA, which come by callback. */
final class DarajaFloat implements RailFloat {

  private final DarajaClient client;
  private final DarajaAddresses addresses;
  private final Payer payer;

  DarajaFloat(DarajaClient client, DarajaAddresses addresses, Payer payer) {
    this.client = client;
    this.addresses = addresses;
    this.payer = payer;
  }

  /** Answer of the network that does not take the question. */
  private static final class NotAsked extends RuntimeException {
    NotAsked(String why) {
      super("the network was not asked: " + why, null, false, false);
    }
  }

  @Override
  public Uni<Answer> ask(UUID question) {
    Initiator us =
        new Initiator(
            payer.shortCode(),
            payer.initiator(),
            payer.credential(),
            addresses.of(Kind.BALANCES, question, DarajaAddresses.BALANCES),
            addresses.of(Kind.BALANCES, question, DarajaAddresses.TIME_OUT));
    return client.send(DarajaRequests.balances(us), SendWindow.ALWAYS).map(DarajaFloat::later);
  }

  private static Answer later(GatewayAnswer answer) {
    if (answer instanceof Acknowledged acknowledged) {
      return NetworkIds.of(acknowledged)
          .map(Later::new)
          .orElseThrow(() -> new NotAsked("acknowledged without an id"));
    }
    throw new NotAsked(answer.why());
  }
}
