package org.mizani.rail.guard;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.database.SameEventLoop;
import org.mizani.log.JobHealth;

/**
 * Switch of all submissions to networks (ADR 22): the stricter of the setting and of the operators'
 * mode in the database, which every pod reads every few seconds. A pod that has not read it yet, or
 * not for long, calls no network about payments.
 */
@Singleton
public final class SubmissionSwitch {

  private static final Logger LOG = Logger.getLogger(SubmissionSwitch.class);

  /** Part of the put-off by which each is longer or shorter at most. */
  private static final int SPREAD = 4;

  private static final String READ = "SELECT mode, changed_at FROM submission_switch";

  private static final String CHANGE =
      """
      WITH before AS MATERIALIZED (
        SELECT mode FROM submission_switch FOR NO KEY UPDATE
      )
      UPDATE submission_switch s
      SET mode = $1, changed_at = CASE WHEN b.mode = $1 THEN s.changed_at ELSE now() END
      FROM before b
      RETURNING b.mode AS mode
      """;

  private final Database database;
  private final RailPaces paces;
  private final SubmissionMode setting;
  private final Duration putOff;
  private final Duration lookEvery;
  private final Duration knownFor;
  private final LongSupplier nanos;
  private final Supplier<RandomGenerator> random;
  private final JobHealth health = new JobHealth(LOG, "The watch of submissions");
  private final NewestRead<Known> known = new NewestRead<>(this::note);

  /** Operators' mode, and the time from before it was read. */
  private record Known(SubmissionMode mode, long atNanos) {}

  /**
   * The switch as it is stored.
   *
   * @param pod the mode of the pod that answers: off also while it does not know the switch
   * @param effective the mode that counts
   * @param setting the strictest bound, of the pods' configuration
   * @param operators the mode that operators have set
   * @param changedAt when they did
   */
  public record State(
      SubmissionMode pod,
      SubmissionMode effective,
      SubmissionMode setting,
      SubmissionMode operators,
      Instant changedAt) {}

  /**
   * @throws ConfigurationException for settings that are out of range
   */
  @Inject
  SubmissionSwitch(
      Database database, RailPaces paces, SubmissionConfig config, PacingConfig pacing) {
    this(database, paces, config, pacing, System::nanoTime, ThreadLocalRandom::current);
  }

  /**
   * @param nanos the time from any moment on
   * @param random spreads the put-offs
   */
  SubmissionSwitch(
      Database database,
      RailPaces paces,
      SubmissionConfig config,
      PacingConfig pacing,
      LongSupplier nanos,
      Supplier<RandomGenerator> random) {
    this.database = database;
    this.paces = paces;
    this.setting = config.validated();
    this.putOff = config.submissionPutOff();
    this.knownFor = config.submissionKnownFor();
    this.lookEvery = pacing.lookEvery();
    this.nanos = nanos;
    this.random = random;
    if (knownFor.compareTo(lookEvery) <= 0) {
      throw new ConfigurationException(
          "payments.payout.submission-known-for must be longer than"
              + " payments.rail.pacing.look-every.");
    }
  }

  /** Reads the switch before the first job and the first request that could submit a payment. */
  void start(
      @Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event,
      SameEventLoop sameLoop,
      MeterRegistry registry) {
    measure(registry);
    sameLoop.await(this::lookEveryFewSeconds);
  }

  void measure(MeterRegistry registry) {
    health.measure(registry);
    Gauge.builder("payments.payout.submission.held", () -> mode().ordinal())
        .description(
            "0 while payments are submitted, 1 while they are asked about only, 2 while off")
        .register(registry);
  }

  @Scheduled(
      every = "${payments.rail.pacing.look-every:2s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> lookEveryFewSeconds() {
    return health.watch(look());
  }

  /** Reads the operators' mode again, at once after a change on this pod. */
  public Uni<Void> look() {
    return known
        .refresh(
            Uni.createFrom()
                .deferred(
                    () -> {
                      long begun = nanos.getAsLong();
                      return database.one(READ, Tuple.tuple(), row -> new Known(mode(row), begun));
                    }))
        .replaceWithVoid();
  }

  /** Sets the operators' mode and tells the one before; the audit entry is the caller's. */
  public Uni<SubmissionMode> change(SubmissionMode mode) {
    return database.one(CHANGE, Tuple.of(mode.code()), SubmissionSwitch::mode);
  }

  /** The switch as it is stored now. */
  public Uni<State> state() {
    return database.one(
        READ,
        Tuple.tuple(),
        row ->
            new State(
                mode(),
                setting.stricter(mode(row)),
                setting,
                mode(row),
                row.getOffsetDateTime("changed_at").toInstant()));
  }

  /** Whether this pod may submit payments now. */
  public boolean isOn() {
    return mode() == SubmissionMode.ON;
  }

  /**
   * The time for which a payment is put off; empty if its network may be called now.
   *
   * @param question whether it would be asked about, and not submitted
   */
  public Optional<Duration> heldFor(boolean question) {
    if (fresh().isEmpty()) {
      return Optional.of(lookEvery);
    }
    return mode().stops(question) ? Optional.of(spreadPutOff()) : Optional.empty();
  }

  private Duration spreadPutOff() {
    long widest = putOff.toMillis() / SPREAD;
    return putOff.plusMillis(random.get().nextLong(-widest, widest + 1));
  }

  private SubmissionMode mode() {
    return fresh().map(read -> setting.stricter(read.mode())).orElse(SubmissionMode.OFF);
  }

  private Optional<Known> fresh() {
    return known.value().filter(this::isFresh);
  }

  private boolean isFresh(Known read) {
    return nanos.getAsLong() - read.atNanos() <= knownFor.toNanos();
  }

  private static SubmissionMode mode(Row row) {
    return SubmissionMode.find(row.getString("mode")).orElseThrow();
  }

  /** Until now a mode that was read too long ago has held all calls. */
  private void note(Optional<Known> before, Known now) {
    SubmissionMode mode = setting.stricter(now.mode());
    Optional<SubmissionMode> last =
        before.map(read -> isFresh(read) ? setting.stricter(read.mode()) : SubmissionMode.OFF);
    // The first one is told unless it is the usual one.
    if (last.orElse(SubmissionMode.ON) == mode) {
      return;
    }
    if (last.filter(stricter -> mode.compareTo(stricter) < 0).isPresent()) {
      paces.startSlowly();
    }
    Logger.Level level = mode == SubmissionMode.ON ? Logger.Level.INFO : Logger.Level.WARN;
    LOG.logf(
        level,
        "Submission to networks is %s: the setting is %s, the operators' switch %s",
        mode.code(),
        setting.code(),
        now.mode().code());
  }
}
