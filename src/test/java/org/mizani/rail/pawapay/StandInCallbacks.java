package org.mizani.rail.pawapay;

import static org.mizani.support.Eventually.PATIENCE;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.mizani.rail.pawapay.StandInConduct.CallbackFault;
import org.mizani.rail.pawapay.signature.HttpMessage;
import org.mizani.rail.pawapay.signature.HttpSigner;
import org.mizani.support.TestKeys;

/** Sender of the {@link PawapayStandIn}'s callbacks. It signs as pawaPay does, without a length. */
final class StandInCallbacks {

  static final String KEY_ID = "HTTP_EC_P256_KEY:1";

  private static final int ATTEMPTS = 5;

  /** Callback that was sent, with the status of its answer, or 0 without an answer. */
  record Sent(StandInPayment payment, boolean forged, int status) {}

  private final KeyPair keys = TestKeys.p256();
  private final HttpSigner signer =
      new HttpSigner(KEY_ID, keys.getPrivate(), InstantSource.system());
  private final HttpSigner stranger =
      new HttpSigner(KEY_ID, TestKeys.p256().getPrivate(), InstantSource.system());
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Deque<StandInPayment> held = new ArrayDeque<>();
  private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
  private final StandInConduct conduct;
  private final ScheduledExecutorService later;

  StandInCallbacks(StandInConduct conduct, ScheduledExecutorService later) {
    this.conduct = conduct;
    this.later = later;
  }

  PublicKey publicKey() {
    return keys.getPublic();
  }

  List<Integer> answers(Predicate<Sent> to) {
    return sent.stream().filter(to).map(Sent::status).toList();
  }

  /** Sends the callback of a final payment, in the way that the fault demands. */
  void tell(StandInPayment payment, CallbackFault fault) {
    switch (fault) {
      case NEVER -> {
        // That is the fault.
      }
      case REORDERED -> hold(payment);
      case FORGED -> {
        send(payment.opposite(), stranger);
        deliver(payment, ATTEMPTS);
      }
      case TWICE -> {
        deliver(payment, ATTEMPTS);
        deliver(payment, ATTEMPTS);
      }
      case NONE, EARLY -> deliver(payment, ATTEMPTS);
    }
  }

  /** Returns the number of callbacks that wait for a later one. */
  synchronized int waiting() {
    return held.size();
  }

  /** Sends the callbacks that wait for a later one. */
  void release() {
    for (StandInPayment next = unhold(); next != null; next = unhold()) {
      deliver(next, ATTEMPTS);
    }
  }

  /** Forgets the callbacks that were sent, and those that wait. */
  synchronized void reset() {
    held.clear();
    sent.clear();
  }

  private synchronized void hold(StandInPayment payment) {
    held.push(payment);
  }

  private synchronized StandInPayment unhold() {
    return held.poll();
  }

  private void deliver(StandInPayment payment, int attempts) {
    if (conduct.callbackUrl(payment.kind()).isEmpty()) {
      return;
    }
    int status = send(payment, signer);
    if (status / 100 != 2 && attempts > 1 && !later.isShutdown()) {
      later.schedule(
          () -> deliver(payment, attempts - 1),
          conduct.callsBackAgainAfter.toMillis(),
          TimeUnit.MILLISECONDS);
    }
    release();
  }

  private int send(StandInPayment payment, HttpSigner by) {
    int status = conduct.callbackUrl(payment.kind()).map(url -> post(url, payment, by)).orElse(0);
    sent.add(new Sent(payment, by == stranger, status));
    return status;
  }

  private int post(URI url, StandInPayment payment, HttpSigner by) {
    byte[] body = payment.json(conduct.words).toString().getBytes(StandardCharsets.UTF_8);
    // As pawaPay writes it: its signature covers the blank and the letters too.
    String type = "application/json; charset=UTF-8";
    HttpMessage message =
        HttpMessage.request(
            "POST",
            url.getRawAuthority(),
            url.getRawPath(),
            Map.of("Content-Type", List.of(type)),
            body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(PATIENCE)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    by.sign(message).forEach(request::header);
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException unreachable) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
