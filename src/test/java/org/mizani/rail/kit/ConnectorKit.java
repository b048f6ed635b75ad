package org.mizani.rail.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ReadinessProxy;
import org.mizani.support.TestPostgres;

/**
 * Test that every connector passes. Partners send payouts to three pods, with a rail that leads to
 * a faulty stand-in. Meanwhile pods are killed and frozen, and an operator clears pauses. At the
 * end the books of the network and of the service agree payment by payment.
 *
 * <p>{@code -Dkit.payouts=} sets the number of payouts, {@code -Dkit.seed=} the drawn faults.
 */
@Tag("exhaustive")
public abstract class ConnectorKit {

  private static final Logger LOG = Logger.getLogger(ConnectorKit.class);
  private static final int PAYOUTS = Integer.getInteger("kit.payouts", 2_000);
  private static final long SEED = Long.getLong("kit.seed", System.nanoTime());
  private static final int PODS = 3;
  private static final int CONNECTIONS = 12;
  private static final int STRIKES = 4;
  private static final BigDecimal FUNDS = new BigDecimal("1000000000");
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);

  /** Pauses for want of funds come by the number of payouts, and each takes some seconds. */
  private static final Duration PATIENCE = Duration.ofMinutes(3).plusMillis(90L * PAYOUTS);

  /** Age in seconds of a submission from which none of its calls is under way any more. */
  private static final int QUIET_SECONDS = 20;

  @TempDir Path directory;

  private final Map<String, KitOrder> orders = new ConcurrentHashMap<>();
  private final Map<String, UUID> acknowledged = new ConcurrentHashMap<>();
  private final AtomicInteger sent = new AtomicInteger();
  private EmbeddedPostgres database;
  private ReadinessProxy proxy;
  private KitPods pods;
  private KitBooks books;

  /**
   * Opens the stand-in. From now on it draws faults from this seed, for about 15 % of its requests.
   *
   * @param callbacks address of the service for the network, without a path
   */
  protected abstract void open(long seed, URI callbacks) throws Exception;

  /** Closes the stand-in. */
  protected abstract void close();

  /** Settings of the rail, such as {@code payments.rail.kenya.url}. */
  protected abstract Map<String, String> settings(URI callbacks);

  /** Currency of sender and receiver. */
  protected abstract String currency();

  /**
   * Creates a payout of the rail's corridor, to any recipient, sometimes to one that is declined.
   */
  protected abstract KitOrder order(Random random);

  /**
   * Returns the network's books by our service reference. A simulator without books derives them
   * from the payouts.
   */
  protected abstract Map<UUID, NetworkEntry> books(Collection<KitPayout> payouts);

  /**
   * Tells whether the network never reports the outcome of this payout, which is left to operators.
   */
  protected abstract boolean isNeverAnswered(KitPayout pending);

  /** Asserts what is true of all payouts together that are left to operators. */
  protected void assertLeftToOperators(List<KitPayout> pending) {}

  /** Harms the whole network, for instance ends its token. The kit calls it now and then. */
  protected void strikeNetwork() {}

  /** Reasons for which the rail pauses at least once, because the stand-in sees to it. */
  protected Set<String> pauses() {
    return Set.of();
  }

  /** Tells that a pod was killed or frozen at some moment from the first to the second. */
  protected void podStruck(Instant first, Instant second) {}

  @BeforeEach
  void startPods() throws Exception {
    database =
        TestPostgres.start(
            TestPostgres.builder()
                .setDataDirectory(directory.resolve("server"))
                .setServerConfig("max_connections", "150"));
    proxy = ReadinessProxy.listen();
    open(SEED, proxy.uri());
    books = new KitBooks(database);
    pods = new KitPods(directory, database, proxy, allSettings());
    pods.start(PODS);
  }

  @AfterEach
  void stopPods() throws Exception {
    try {
      if (pods != null) {
        pods.close();
      }
    } finally {
      close();
      proxy.close();
      database.close();
    }
  }

  private Map<String, String> allSettings() {
    Map<String, String> settings = new HashMap<>(settings(proxy.uri()));
    settings.put("payments.rate-limit-per-minute", "100000000");
    settings.put("payments.payout.settlement.rail-timeout", "8s");
    settings.put("payments.payout.settlement.lease", "17s");
    settings.put("payments.payout.settlement.poll-after", "500ms,1s,2s,5s,10s");
    settings.put("payments.payout.settlement.flag-after", "20s");
    settings.put("payments.payout.settlement.flag-every", "2s");
    settings.put("payments.rail.breaker.delay", "1s");
    settings.put("payments.rail.pacing.put-off", "1s");
    settings.put("payments.rail.pacing.look-every", "1s");
    // A machine that is busy for seconds is no outage.
    settings.put("payments.database.timeout", "15s");
    return settings;
  }

  @Test
  void bothBooksAgreeDespiteFaults() throws Exception {
    try {
      payDespiteFaults();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("-Dkit.payouts=%d -Dkit.seed=%d".formatted(PAYOUTS, SEED), e);
    }
  }

  private void payDespiteFaults() throws Exception {
    LOG.infof("%s: %d payouts, -Dkit.seed=%d", getClass().getSimpleName(), PAYOUTS, SEED);
    long begin = System.nanoTime();

    // When
    KitPartner partner = KitPartner.register(pods, currency(), FUNDS);
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS + 1);
    long loaded;
    try (KitOperator operator = KitOperator.of(pods)) {
      List<Future<?>> work = new ArrayList<>();
      for (int connection = 0; connection < CONNECTIONS; connection++) {
        int first = connection;
        work.add(threads.submit(() -> payAll(partner, first)));
      }
      work.add(threads.submit(this::strike));
      for (Future<?> part : work) {
        part.get(PATIENCE.toSeconds() * 2, TimeUnit.SECONDS);
      }
      loaded = System.nanoTime();
      Eventually.within(PATIENCE, this::assertSettled);
      LOG.infof("%d pauses cleared: %s", operator.cleared(), operator.reasons());
      assertThat(operator.reasons()).containsAll(pauses());
    } finally {
      threads.shutdownNow();
    }

    // Then
    List<KitPayout> payouts = books.payouts(orders);
    report(payouts, Duration.ofNanos(loaded - begin), Duration.ofNanos(System.nanoTime() - loaded));
    assertEachAskedForOnce(payouts);
    assertBooksAgree(payouts, books(payouts));
    assertLeftToOperators(payouts.stream().filter(KitPayout::isPending).toList());
    assertThat(books.broken()).isEmpty();
  }

  private Void payAll(KitPartner partner, int connection) {
    Random random = new Random(SEED + connection);
    for (int number = sent.incrementAndGet(); number <= PAYOUTS; number = sent.incrementAndGet()) {
      String reference = "kit-" + number;
      KitOrder order = order(random);
      orders.put(reference, order);
      acknowledged.put(reference, partner.pay(order, reference, connection));
    }
    return null;
  }

  /** Strikes after each equal part of the load: kills and freezes pods by turns. */
  private Void strike() throws Exception {
    for (int round = 1; round <= STRIKES; round++) {
      int part = PAYOUTS * round / (STRIKES + 1);
      Eventually.within(PATIENCE, sent::get, number -> number >= part);
      strikeNetwork();
      Instant begin = Instant.now();
      Runnable struck = () -> podStruck(begin, Instant.now());
      if (round % 2 == 0) {
        Instant afterItsLeases = books.endOfLeases().plusSeconds(2);
        pods.freeze(round, struck, () -> assertThat(books.now()).isAfter(afterItsLeases));
      } else {
        pods.kill(round, struck);
      }
    }
    return null;
  }

  private void assertSettled() throws Exception {
    // Each check reads all payouts.
    LockSupport.parkNanos(BETWEEN_CHECKS.toNanos());
    books.age(QUIET_SECONDS);
    assertThat(books.payouts(orders))
        .filteredOn(KitPayout::isPending)
        .allMatch(payout -> isNeverAnswered(payout) && payout.flagged(), "left to people");
  }

  private void assertEachAskedForOnce(List<KitPayout> payouts) {
    Map<String, UUID> there = new HashMap<>();
    payouts.forEach(payout -> there.put(payout.reference(), payout.id()));
    assertThat(payouts).hasSize(PAYOUTS);
    assertThat(there).isEqualTo(acknowledged);
  }

  private static void assertBooksAgree(List<KitPayout> payouts, Map<UUID, NetworkEntry> network) {
    NetworkEntry none = new NetworkEntry(BigDecimal.ZERO, 0, Optional.empty());
    BigDecimal ours = BigDecimal.ZERO;
    for (KitPayout payout : payouts) {
      NetworkEntry theirs = network.getOrDefault(payout.id(), none);
      assertThat(theirs.effects()).as("effects of %s", payout).isLessThanOrEqualTo(1);
      switch (payout.status()) {
        case "success" -> {
          assertThat(theirs.paid()).as("paid for %s", payout).isEqualByComparingTo(payout.amount());
          assertThat(payout.receipt()).as("receipt of %s", payout).isEqualTo(theirs.receipt());
          ours = ours.add(payout.amount());
        }
        case "failure" -> assertThat(theirs.paid()).as("paid for %s", payout).isZero();
        default -> ours = ours.add(theirs.paid());
      }
    }
    assertThat(
            network.values().stream()
                .map(NetworkEntry::paid)
                .reduce(BigDecimal.ZERO, BigDecimal::add))
        .isEqualByComparingTo(ours);
  }

  private void report(List<KitPayout> payouts, Duration load, Duration settling) {
    Map<String, Integer> ends = new HashMap<>();
    payouts.forEach(payout -> ends.merge(payout.status(), 1, Integer::sum));
    LOG.infof(
        "%s: %d payouts in %d s, settled %d s later: %s",
        getClass().getSimpleName(), payouts.size(), load.toSeconds(), settling.toSeconds(), ends);
  }
}
