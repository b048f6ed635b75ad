package org.mizani.rail.check;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.RailSettings;

/** Check of one connected rail. It moves no money. */
@Singleton
public final class RailCheck {

  private static final String SETTINGS = "settings";

  private final ConnectedRails rails;
  private final RailSettings settings;
  private final NetworkCheck network;
  private final CallbackCheck callbacks;

  RailCheck(
      ConnectedRails rails, RailSettings settings, NetworkCheck network, CallbackCheck callbacks) {
    this.rails = rails;
    this.settings = settings;
    this.network = network;
    this.callbacks = callbacks;
  }

  /** The findings about the rail of this name, in the order of their checks. It never fails. */
  public Uni<List<Finding>> of(String name) {
    return rails
        .named(name)
        .map(this::of)
        .orElseGet(() -> Uni.createFrom().item(List.of(notConnected(name))));
  }

  private Finding notConnected(String name) {
    List<String> names = rails.all().stream().map(ConnectedRail::name).toList();
    return Finding.wrong(
        SETTINGS,
        "no rail is connected as "
            + name
            + ": set payments.rail."
            + name
            + ".type; there "
            + (names.isEmpty() ? "is none" : "are " + String.join(", ", names)));
  }

  private Uni<List<Finding>> of(ConnectedRail rail) {
    RailSettings.Rail own = settings.rails().get(rail.name());
    return Multi.createFrom()
        .items(
            Uni.createFrom().item(List.of(Finding.ok(SETTINGS, does(rail)))),
            network.address(rail, own),
            network.questions(rail),
            callbacks.of(rail, own))
        .onItem()
        .transformToUniAndConcatenate(findings -> findings)
        .onItem()
        .disjoint()
        .map(Finding.class::cast)
        .collect()
        .asList();
  }

  private static String does(ConnectedRail rail) {
    return "complete; it %s, and %s"
        .formatted(
            rail.payouts().isPresent() ? "pays" : "does not pay",
            rail.collections().isPresent() ? "collects" : "does not collect");
  }
}
