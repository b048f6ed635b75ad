package org.mizani.rail.check;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.RailSettings;
import org.mizani.rail.http.NetworkAnswer;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * Check of the way of a rail's callbacks. It calls the service by its outer address as the network
 * does: with a wrong secret, which finds nothing, and with the right one, which stores a callback
 * about nothing.
 */
@Singleton
final class CallbackCheck {

  private static final String CALLBACK = "callback";
  private static final String SOURCES = "sources";
  private static final int NOT_FOUND = 404;

  private final CheckConfig config;
  private final ServiceConfig service;

  CallbackCheck(CheckConfig config, ServiceConfig service) {
    this.config = config;
    this.service = service;
  }

  /** Whether callbacks arrive, and where they may come from. */
  Uni<List<Finding>> of(ConnectedRail rail, RailSettings.Rail settings) {
    Optional<String> secret =
        settings.callbackSecret().secret("payments.rail." + rail.name() + ".callback-secret");
    if (settings.callbackUrl().isEmpty()) {
      return found(
          Finding.cannotTell(
              CALLBACK,
              "set payments.rail." + rail.name() + ".callback-url to have its way checked"));
    }
    URI base = settings.callbackUrl().get();
    if (Reach.isOpen(base)) {
      return found(Finding.wrong(CALLBACK, base + " is not https: networks call no other"));
    }
    if (secret.isEmpty()) {
      return found(
          Finding.wrong(
              CALLBACK, "all are refused: set payments.rail." + rail.name() + ".callback-secret"));
    }
    AddressClient address = new AddressClient(base, settings, config.timeout());
    return address
        .callBack(rail.name(), UUID.randomUUID().toString())
        .chain(
            wrong ->
                wrong == NOT_FOUND
                    ? address
                        .callBack(rail.name(), secret.get())
                        .map(right -> answered(base, right))
                    : Uni.createFrom().item(notOurs(base, wrong)))
        .onFailure()
        .recoverWithItem(
            failure ->
                Finding.wrong(
                    CALLBACK,
                    base
                        + " cannot be reached from here, "
                        + Reach.failure(failure)
                        + ": check the ingress"))
        .map(finding -> List.of(finding, sources(rail, settings)));
  }

  private static Uni<List<Finding>> found(Finding finding) {
    return Uni.createFrom().item(List.of(finding));
  }

  private static Finding notOurs(URI base, int status) {
    return Finding.wrong(
        CALLBACK,
        base
            + " answers HTTP "
            + status
            + " to a wrong secret, not 404: /rails is not this service's there");
  }

  private static Finding answered(URI base, int status) {
    return new NetworkAnswer(status, "").isOk()
        ? Finding.ok(CALLBACK, base + " takes callbacks with the secret, and no others")
        : Finding.wrong(
            CALLBACK,
            base
                + " answers HTTP "
                + status
                + " to the secret: the service there does not run with these settings");
  }

  /** The addresses known of a type are those that were seen; the network may call from others. */
  Finding sources(ConnectedRail rail, RailSettings.Rail settings) {
    Optional<String> set =
        settings.callbackSources().map(addresses -> String.join(", ", addresses));
    if (set.isPresent()) {
      return Finding.ok(SOURCES, "callbacks may come from " + set.get());
    }
    return service.environment() == ServiceEnvironment.PRODUCTION && !isSigned(rail)
        ? Finding.cannotTell(
            SOURCES,
            "not set: addresses count that were seen; have the network name those that it calls back from, and set payments.rail.%s.callback-sources"
                .formatted(rail.name()))
        : Finding.ok(
            SOURCES, "not set: those known of the type count, and signed callbacks from anywhere");
  }

  private static boolean isSigned(ConnectedRail rail) {
    return rail.callbacks().filter(CallbackReader::isSigned).isPresent();
  }
}
