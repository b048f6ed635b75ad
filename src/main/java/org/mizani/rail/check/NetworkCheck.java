package org.mizani.rail.check;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.mizani.log.RedactedFailure;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailFloat;
import org.mizani.rail.RailSettings;

/** Check of a rail's network: its address, its clock, and the answers to harmless questions. */
@Singleton
final class NetworkCheck {

  private static final String ADDRESS = "address";
  private static final String CLOCK = "clock";
  private static final String BALANCES = "balances";

  private final CheckConfig config;
  private final InstantSource clock;

  NetworkCheck(CheckConfig config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
  }

  /** Whether the network answers at its address, of whatever status, and what time it has. */
  Uni<List<Finding>> address(ConnectedRail rail, RailSettings.Rail settings) {
    URI url = rail.url();
    if (Reach.isOpen(url)) {
      return Uni.createFrom()
          .item(
              List.of(
                  Finding.wrong(
                      ADDRESS, url + " is not https: set payments.rail." + rail.name() + ".url")));
    }
    return new AddressClient(url, settings, config.timeout())
        .time()
        .map(time -> List.of(Finding.ok(ADDRESS, url + " answers"), clock(time)))
        .onFailure()
        .recoverWithItem(failure -> List.of(away(url, failure)));
  }

  private static Finding away(URI url, Throwable failure) {
    return Finding.wrong(
        ADDRESS,
        "%s cannot be reached, %s: check the url and what lets calls out of here"
            .formatted(url, Reach.failure(failure)));
  }

  private Finding clock(Optional<Instant> there) {
    Optional<Duration> skew = there.map(time -> Duration.between(time, clock.instant()).abs());
    if (skew.isEmpty()) {
      return Finding.cannotTell(CLOCK, "the network's answer has no date");
    }
    return skew.get().compareTo(config.clockSkew()) > 0
        ? Finding.wrong(
            CLOCK,
            "it differs from the network's by %d s: have the clock of this machine set"
                .formatted(skew.get().toSeconds()))
        : Finding.ok(CLOCK, "it is the network's within " + config.clockSkew().toSeconds() + " s");
  }

  /** Whether the network answers the rail's harmless questions, and the one for the balances. */
  Uni<List<Finding>> questions(ConnectedRail rail) {
    return Multi.createFrom()
        .items(
            Stream.concat(
                rail.probes().stream().map(this::probe),
                rail.balances().map(this::balances).stream()))
        .onItem()
        .transformToUniAndConcatenate(finding -> finding)
        .collect()
        .asList();
  }

  private Uni<Finding> probe(ConnectedRail.Probe probe) {
    return inTime(
        probe.subject(),
        probe
            .ask()
            .map(
                reply ->
                    switch (reply.verdict()) {
                      case OK -> Finding.ok(probe.subject(), reply.words());
                      case WRONG -> Finding.wrong(probe.subject(), reply.words());
                      case CANNOT_TELL -> Finding.cannotTell(probe.subject(), reply.words());
                    }));
  }

  private Uni<Finding> balances(RailFloat balances) {
    return inTime(BALANCES, balances.ask(UUID.randomUUID()).map(NetworkCheck::balances));
  }

  /** M-PESA takes the question with any password; the result alone tells whether it is right. */
  private static Finding balances(RailFloat.Answer answer) {
    return answer instanceof RailFloat.Later
        ? Finding.cannotTell(
            BALANCES,
            "the network takes the question whether initiator and password are right or not: if they"
                + " are, GET /operator/rails/floats of the running service has a new readAt within"
                + " minutes; if not, its first payout fails as rail_misconfigured and pauses the rail")
        : Finding.ok(BALANCES, "the network tells them");
  }

  private Uni<Finding> inTime(String subject, Uni<Finding> finding) {
    return finding
        .ifNoItem()
        .after(config.timeout())
        .fail()
        .onFailure()
        .recoverWithItem(
            failure ->
                Finding.wrong(
                    subject,
                    "the network does not answer the question, %s: check keys, secrets and permissions there"
                        .formatted(why(failure))));
  }

  private static String why(Throwable failure) {
    if (failure instanceof RailAway) {
      return "it gives or takes no token, or limits calls";
    }
    String[] words = RedactedFailure.words(failure).split(": ", 2);
    return failure instanceof IOException || words.length < 2 ? Reach.failure(failure) : words[1];
  }
}
