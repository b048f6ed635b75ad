package org.mizani.rail;

import io.smallrye.mutiny.Uni;

/** Probe of a rail without a network, which always succeeds. */
public final class NoProbe implements ConnectedRail.Probe {

  @Override
  public String subject() {
    return "network";
  }

  @Override
  public Uni<ConnectedRail.Reply> ask() {
    return Uni.createFrom().item(ConnectedRail.Reply.ok("there"));
  }
}
