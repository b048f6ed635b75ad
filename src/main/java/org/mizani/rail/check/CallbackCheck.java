package org.mizani.rail.check;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.RailSettings;
import org.mizani.rail.http.NetworkAnswer;

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

  CallbackCheck(CheckConfig config) {
    this.config = config;
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
        .map(finding -> List.of(finding, sources(settings)));
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

  private static Finding sources(RailSettings.Rail settings) {
    return Finding.ok(
        SOURCES,
        settings
            .callbackSources()
            .map(set -> "callbacks may come from " + String.join(", ", set))
            .orElse("not set: those known of the type count, and signed callbacks from anywhere"));
  }
}
