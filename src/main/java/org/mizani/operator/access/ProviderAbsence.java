package org.mizani.operator.access;

import io.quarkus.oidc.OIDCException;
import io.vertx.core.VertxException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jose4j.lang.UnresolvableKeyException;
import org.mizani.log.RedactedFailure;

/**
 * Absence of the identity provider. The library takes it for a wrong token where it has keys and
 * the token names another one: that one may be new, and the keys could not be read anew.
 */
final class ProviderAbsence {

  private static final Logger LOG = Logger.getLogger(ProviderAbsence.class);

  private final InstantSource clock;
  private final Duration keysAtMostEvery;
  private volatile Instant lastSeen = Instant.MIN;
  private Instant lastTry = Instant.MIN;
  private boolean withoutKeys;

  /**
   * @param keysAtMostEvery the time in which the library reads keys once, whether it gets them or
   *     not
   */
  ProviderAbsence(InstantSource clock, Duration keysAtMostEvery) {
    this.clock = clock;
    this.keysAtMostEvery = keysAtMostEvery;
  }

  /**
   * Whether a verification failed because of it. Any other failure refuses the token, or is an
   * error of this service.
   */
  boolean isBehind(Throwable failure) {
    Optional<Throwable> absence = causes(failure).filter(ProviderAbsence::isAbsence).findFirst();
    absence.ifPresent(this::note);
    return absence.isPresent() || namesAKeyThatWasNotAskedFor(failure);
  }

  private static boolean isAbsence(Throwable cause) {
    return cause instanceof OIDCException
        || cause instanceof IOException
        || cause instanceof TimeoutException
        || cause instanceof io.smallrye.mutiny.TimeoutException
        || cause instanceof VertxException;
  }

  private synchronized void note(Throwable absence) {
    if (!isRecent(lastSeen)) {
      LOG.warnf(
          "The operators' identity provider does not answer (%s).", RedactedFailure.words(absence));
    }
    lastSeen = clock.instant();
  }

  /** A time in the future is none: the clock was set back. */
  private boolean isRecent(Instant time) {
    Duration since = Duration.between(time, clock.instant());
    return !since.isNegative() && since.compareTo(keysAtMostEvery) < 0;
  }

  private boolean namesAKeyThatWasNotAskedFor(Throwable failure) {
    return causes(failure).anyMatch(UnresolvableKeyException.class::isInstance)
        && isRecent(lastSeen);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  /**
   * Whether a token can be verified. Without keys the library asks for them with each token: one in
   * that time is let through.
   */
  synchronized boolean letsVerify() {
    if (withoutKeys && isRecent(lastTry)) {
      return false;
    }
    lastTry = clock.instant();
    return true;
  }

  /** Notes that a token was verified or refused, for which there were keys. */
  synchronized void hasKeys() {
    withoutKeys = false;
  }

  /** Notes a verification that failed before it could refuse the token. */
  synchronized void failed(Throwable failure) {
    withoutKeys = causes(failure).anyMatch(ProviderAbsence::isAbsence);
  }
}
