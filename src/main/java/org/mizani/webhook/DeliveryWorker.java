package org.mizani.webhook;

import io.vertx.core.Future;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.mizani.log.OutageNotice;
import org.mizani.webhook.WebhookDelivery.Signatory;
import org.mizani.work.RetrySchedule;

/** Sends what is in the lanes, in their order, each delivery signed at the moment it goes out. */
@Singleton
final class DeliveryWorker {

  private static final Logger LOG = Logger.getLogger(DeliveryWorker.class);

  private final ReceiverQueues lanes;
  private final SigningKeyring keyring;
  private final WebhookSender sender;
  private final AttemptRecorder recorder;
  private final InstantSource clock;
  private final RetrySchedule schedule;
  private final OutageNotice outage = new OutageNotice(LOG, "The webhook outbox");
  private final AtomicInteger wanted = new AtomicInteger();

  DeliveryWorker(
      ReceiverQueues lanes,
      SigningKeyring keyring,
      WebhookSender sender,
      AttemptRecorder recorder,
      InstantSource clock,
      WebhookConfig config) {
    this.lanes = lanes;
    this.keyring = keyring;
    this.sender = sender;
    this.recorder = recorder;
    this.clock = clock;
    WebhookConfig.Retry retry = config.retry();
    this.schedule =
        new RetrySchedule(retry.delays(), retry.jitterPercent(), retry.longestRetryAfter());
  }

  /**
   * Sends all whose turn it is, and as each ends those that come after it.
   *
   * @param drained told the receiver that has just taken the last delivery of its lane
   */
  void send(Consumer<String> drained) {
    // A loop rather than a call from each end of an attempt: those may nest without a bound.
    if (wanted.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = wanted.get();
      begin(lanes.take(clock.instant()), drained);
    } while (wanted.addAndGet(-seen) > 0);
  }

  private void begin(List<Leased> turn, Consumer<String> drained) {
    if (turn.isEmpty()) {
      return;
    }
    List<Signatory> signatories = turn.stream().map(one -> one.delivery().signatory()).toList();
    keyring
        .of(signatories)
        .subscribe()
        .with(keys -> attemptAll(turn, keys, drained), failure -> abandonAll(turn, failure));
  }

  private void attemptAll(
      List<Leased> turn, Map<Signatory, SigningKeys> keys, Consumer<String> drained) {
    outage.over();
    for (Leased leased : turn) {
      SigningKeys own = keys.get(leased.delivery().signatory());
      if (own == null) {
        lanes.abandon(leased);
      } else {
        attempt(leased, own, drained);
      }
    }
  }

  private void abandonAll(List<Leased> turn, Throwable failure) {
    outage.met(failure);
    turn.forEach(lanes::abandon);
  }

  private void attempt(Leased leased, SigningKeys keys, Consumer<String> drained) {
    WebhookDelivery delivery = leased.delivery();
    Instant begun = clock.instant();
    Future.succeededFuture(keys)
        .map(own -> WebhookSigner.headers(delivery.id(), begun, delivery.body(), own))
        .compose(headers -> sender.send(delivery.url(), headers, delivery.body()))
        .onSuccess(outcome -> ended(leased, begun, outcome, drained))
        .onFailure(failure -> abandon(leased, failure));
  }

  private void abandon(Leased leased, Throwable failure) {
    LOG.errorf(failure, "Webhook delivery %s cannot be attempted", leased.delivery());
    lanes.abandon(leased);
  }

  private void ended(
      Leased leased, Instant begun, AttemptOutcome outcome, Consumer<String> drained) {
    Duration took = Duration.between(begun, clock.instant());
    ThreadLocalRandom random = ThreadLocalRandom.current();
    recorder.record(Attempt.decide(leased.delivery(), outcome, took, schedule, random));
    boolean empty = lanes.release(leased, outcome.delivered());
    send(drained);
    if (empty && outcome.delivered()) {
      drained.accept(leased.host());
    }
  }
}
