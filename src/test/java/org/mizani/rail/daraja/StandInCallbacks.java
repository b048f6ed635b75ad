package org.mizani.rail.daraja;

import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Posts results after a delay, up to 64 at the same time. Like the network, it does not repeat a
 * post that fails.
 */
final class StandInCallbacks implements AutoCloseable {

  /** Delay of a new stand-in. */
  static final Duration DELAY = Duration.ofMillis(20);

  private static final int AT_ONCE = 64;

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final ScheduledExecutorService later = Executors.newScheduledThreadPool(2);
  private final ExecutorService posts = Executors.newFixedThreadPool(AT_ONCE);
  private final Deque<Runnable> held = new ConcurrentLinkedDeque<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile Duration delay = DELAY;
  private volatile Optional<Duration> longestHold = Optional.empty();

  Duration delay() {
    return delay;
  }

  void delay(Duration delay) {
    this.delay = delay;
  }

  /** Sets the longest time that a post waits for the next one; by default it is three delays. */
  void holdFor(Duration longest) {
    longestHold = Optional.of(longest);
  }

  /** Returns the number of posts that were answered by a 2xx. */
  int answered() {
    return answered.get();
  }

  /** Returns the number of posts that were refused or not answered. */
  int failed() {
    return failed.get();
  }

  /** Posts a message after the delay. */
  void post(String url, ObjectNode message) {
    after(delay, () -> send(url, message).thenRun(this::postHeld));
  }

  /** Posts a message after the next one, or once it has waited long enough. */
  void postAfterTheNext(String url, ObjectNode message) {
    Runnable post = () -> send(url, message);
    held.add(post);
    after(
        longestHold.orElse(delay.multipliedBy(3)),
        () -> {
          if (held.remove(post)) {
            post.run();
          }
        });
  }

  /** Posts a message, and waits for the answer. */
  void postNow(String url, ObjectNode message) {
    send(url, message).thenRun(this::postHeld).join();
  }

  private void postHeld() {
    for (Runnable post = held.poll(); post != null; post = held.poll()) {
      post.run();
    }
  }

  void after(Duration wait, Runnable task) {
    later.schedule(task, wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  private CompletableFuture<Void> send(String url, ObjectNode message) {
    URI uri = URI.create(url);
    if (!isLoopback(uri)) {
      failed.incrementAndGet();
      return CompletableFuture.completedFuture(null);
    }
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(message.toString()))
            .build();
    return CompletableFuture.runAsync(() -> count(isTaken(request)), posts);
  }

  private boolean isTaken(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() / 100 == 2;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void count(boolean taken) {
    (taken ? answered : failed).incrementAndGet();
  }

  /** Tells whether the address is on this machine; the stand-in calls no other. */
  private static boolean isLoopback(URI uri) {
    try {
      return InetAddress.getByName(uri.getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public void close() {
    later.shutdownNow();
    posts.shutdownNow();
  }
}
