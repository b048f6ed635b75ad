package org.mizani.rail.callback;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.log.RedactedFailure;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackReader.Acknowledgement;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackUrls;
import org.mizani.rail.CallbackUrls.Target;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.ReceivedCallback;
import org.mizani.work.Batcher;

/** Reception of callbacks: stored first, then acknowledged, then the payment is woken (ADR 19). */
@Singleton
final class Callbacks {

  private static final Logger LOG = Logger.getLogger(Callbacks.class);

  private static final Duration A_SECOND = Duration.ofSeconds(1);

  private final ConnectedRails rails;
  private final CallbackUrls urls;
  private final CallbackStore store;
  private final CallbackConfig config;
  private final InstantSource clock;
  private final MeterRegistry registry;
  private final List<PaymentListener> listeners;
  private final Batcher<CallbackSubject, Boolean> hearing;
  private final Map<String, RatePerSecond> rates = new ConcurrentHashMap<>();

  Callbacks(
      ConnectedRails rails,
      CallbackUrls urls,
      CallbackStore store,
      CallbackConfig config,
      InstantSource clock,
      MeterRegistry registry,
      @All List<PaymentListener> listeners) {
    this.rails = rails;
    this.urls = urls;
    this.store = store;
    this.config = config;
    this.clock = clock;
    this.registry = registry;
    this.listeners = listeners;
    this.hearing = new Batcher<>(config.store(), this::hear);
  }

  /**
   * Stores a callback.
   *
   * @return the answer in the network's form
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 for an unknown rail, a wrong
   *     secret or a token that this service did not make, 413 for a body that is too large, 429
   *     beyond the rate
   */
  Uni<Acknowledgement> receive(CallbackRequest request) {
    CallbackReader reader = readerOf(request).orElseThrow(ApiFault.NOT_FOUND::asException);
    Optional<Target> target =
        request
            .token()
            .map(
                token ->
                    urls.targetOf(request.rail(), token)
                        .orElseThrow(ApiFault.NOT_FOUND::asException));
    if (request.body().length > config.maxBodyBytes()) {
      throw ApiFault.PAYLOAD_TOO_LARGE.asException();
    }
    if (!rateOf(request.rail()).admits(clock.instant())) {
      throw ApiFault.rateLimitExceeded(A_SECOND).asException();
    }
    StoredCallback callback = stored(request, reader, target);
    return store
        .store(callback)
        .chain(() -> received(callback, reader))
        .replaceWith(reader::acknowledgement);
  }

  private Optional<CallbackReader> readerOf(CallbackRequest request) {
    return rails
        .named(request.rail())
        .flatMap(ConnectedRail::callbacks)
        .filter(reader -> reader.isSecret(request.secret()));
  }

  private RatePerSecond rateOf(String rail) {
    return rates.computeIfAbsent(rail, name -> new RatePerSecond(config.perSecond()));
  }

  private StoredCallback stored(
      CallbackRequest request, CallbackReader reader, Optional<Target> target) {
    ReceivedCallback callback =
        new ReceivedCallback(
            request.method(),
            request.authority(),
            request.path(),
            wanted(request.headers(), reader.headers()),
            request.body(),
            target.map(Target::purpose),
            clock.instant());
    return new StoredCallback(
        TimeOrderedId.at(clock.millis()),
        request.rail(),
        target.map(Target::subject).or(() -> subjectOf(reader, callback)),
        target.isPresent(),
        reader.isAllowedSource(request.source()),
        speaks(reader, callback),
        request.source(),
        callback);
  }

  private static Map<String, String> wanted(Map<String, String> headers, List<String> names) {
    Map<String, String> wanted = new TreeMap<>(headers);
    wanted.keySet().retainAll(names);
    return wanted;
  }

  /** One that cannot be judged is read with the words: it is stored in any case. */
  private static boolean speaks(CallbackReader reader, ReceivedCallback callback) {
    try {
      return reader.speaks(callback);
    } catch (RuntimeException e) {
      LOG.warnf("a callback cannot be judged: %s", RedactedFailure.words(e));
      return true;
    }
  }

  private static Optional<CallbackSubject> subjectOf(
      CallbackReader reader, ReceivedCallback callback) {
    try {
      return reader.subjectOf(callback);
    } catch (RuntimeException e) {
      LOG.warnf("a callback is of nobody can tell whom: %s", RedactedFailure.words(e));
      return Optional.empty();
    }
  }

  private Uni<Void> received(StoredCallback callback, CallbackReader reader) {
    registry
        .counter("payments.rail.callbacks", "rail", callback.rail(), "path", pathOf(callback))
        .increment();
    Optional<CallbackSubject> woken =
        callback.subject().filter(subject -> reader.wakes(callback.callback()));
    if (woken.isPresent() && tellsReturn(reader, callback)) {
      return hearing.submit(woken.get()).replaceWithVoid();
    }
    woken.ifPresent(subject -> hearInBackground(subject, callback));
    return Uni.createFrom().voidItem();
  }

  private static boolean tellsReturn(CallbackReader reader, StoredCallback callback) {
    try {
      return reader.tellsReturn(callback.callback());
    } catch (RuntimeException e) {
      LOG.warnf("%s cannot be judged: %s", callback, RedactedFailure.words(e));
      return false;
    }
  }

  /** The callback is stored, and the payment is polled some time anyway. */
  private void hearInBackground(CallbackSubject subject, StoredCallback callback) {
    hearing
        .submit(subject)
        .subscribe()
        .with(
            heard -> {},
            failure -> LOG.warnf("%s woke nobody: %s", callback, RedactedFailure.words(failure)));
  }

  private static String pathOf(StoredCallback callback) {
    return callback.byPath() ? "payment" : "rail";
  }

  private Uni<List<Boolean>> hear(List<CallbackSubject> subjects) {
    Map<CallbackSubject.Kind, List<CallbackSubject>> byKind =
        subjects.stream().collect(groupingBy(CallbackSubject::kind));
    List<Uni<Void>> heard =
        listeners.stream()
            .filter(listener -> byKind.containsKey(listener.kind()))
            .map(
                listener ->
                    listener.hear(
                        byKind.get(listener.kind()).stream()
                            .map(CallbackSubject::id)
                            .collect(toSet())))
            .toList();
    return Uni.join()
        .all(heard)
        // All have heard before one that failed fails the batch.
        .andCollectFailures()
        .replaceWith(Collections.nCopies(subjects.size(), true));
  }
}
