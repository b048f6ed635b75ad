package org.mizani.rail.daraja;

import io.smallrye.mutiny.Uni;
import org.mizani.rail.ConnectedRail.Probe;
import org.mizani.rail.ConnectedRail.Reply;
import org.mizani.rail.RailAway;

/** Question for an access token, without which M-PESA takes nothing. */
final class TokenProbe implements Probe {

  private final String rail;
  private final DarajaClient client;

  TokenProbe(String rail, DarajaClient client) {
    this.rail = rail;
    this.client = client;
  }

  @Override
  public String subject() {
    return "token";
  }

  @Override
  public Uni<Reply> ask() {
    return client
        .haveToken()
        .map(done -> Reply.ok("there is one of the network, which all pods share"))
        .onFailure(RailAway.class)
        .recoverWithItem(
            () ->
                Reply.wrong(
                    "the network issues none: check payments.rail.%1$s.consumer-key and .consumer-secret"
                        .formatted(rail)));
  }
}
