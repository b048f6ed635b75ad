package org.mizani.sweep;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Formula;
import org.mizani.corridor.Channel;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.record.PayoutStatus;

/** Sweep of one collection wallet as it is stored: its settings, and when it last ran. */
@Entity
@Table(name = "sweep")
class StoredSweep extends PanacheEntityBase {

  private static final Duration DAY = Duration.ofHours(24);

  /** Sweeps of businesses that are not suspended, with a latest run that is not done. */
  private static final String DUE =
      """
      SELECT s FROM StoredSweep s JOIN Business b ON b.id = s.businessId
      WHERE s.id > ?1 AND s.enabled AND NOT b.suspended AND s.latestDueAt >= s.countsFrom
        AND (s.lastDueAt IS NULL OR s.lastDueAt < s.latestDueAt)
      ORDER BY s.id
      """;

  /** The sweeps of a business, each with the payout of its latest finished run. */
  private static final String OF_BUSINESS =
      """
      SELECT s, p.id, p.sender.minor, p.status
      FROM StoredSweep s LEFT JOIN Payout p ON p.sweepId = s.id AND p.sweepDueAt = s.lastDueAt
      WHERE s.businessId = ?1 ORDER BY s.currency
      """;

  @Id private UUID id;
  private long businessId;

  @Enumerated(EnumType.STRING)
  private CurrencyUnit currency;

  private Channel channel;
  private byte[] destinationEncrypted;
  private long minimumMinor;
  private LocalTime timeOfDay;
  private boolean enabled;
  private Instant countsFrom;
  private int version = 1;

  // Only the statement of a run writes it.
  @Column(insertable = false, updatable = false)
  private Instant lastDueAt;

  private Instant createdAt;
  private Instant updatedAt;

  // When its time of day last came, by the database's clock when it was read.
  @Formula("timezone('UTC', date(timezone('UTC', now()) - time_of_day) + time_of_day)")
  private Instant latestDueAt;

  protected StoredSweep() {}

  StoredSweep(UUID id, long businessId, CurrencyUnit currency, Instant now) {
    this.id = id;
    this.businessId = businessId;
    this.currency = currency;
    this.createdAt = now;
  }

  /** Up to so many sweeps after an id that have a run to do, by id. */
  static Uni<List<StoredSweep>> due(UUID after, int limit) {
    return StoredSweep.<StoredSweep>find(DUE, after).page(0, limit).list();
  }

  /** Sweep with the payout of its latest finished run; without one that is null. */
  @RegisterForReflection
  record WithRun(StoredSweep sweep, UUID payoutId, Long senderMinor, PayoutStatus status) {}

  /** The sweeps of a business, by the currency of their wallets. */
  static Uni<List<WithRun>> ofBusiness(long businessId) {
    return StoredSweep.<StoredSweep>find(OF_BUSINESS, businessId).project(WithRun.class).list();
  }

  static Uni<Optional<StoredSweep>> of(long businessId, CurrencyUnit currency) {
    return StoredSweep.<StoredSweep>find("businessId = ?1 AND currency = ?2", businessId, currency)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /**
   * Replaces its settings. Runs before it was enabled, or got another time, are not made up for.
   * Settings that are the same change only the version.
   */
  void change(SweepPlan plan, byte[] newDestination, Instant now) {
    if (updatedAt != null) {
      version++;
    }
    if (!enabled || !plan.time().equals(timeOfDay)) {
      countsFrom = now;
    }
    channel = plan.destination().channel();
    destinationEncrypted = newDestination.clone();
    minimumMinor = plan.minimum().minor();
    timeOfDay = plan.time();
    enabled = plan.enabled();
    updatedAt = now;
  }

  UUID id() {
    return id;
  }

  int version() {
    return version;
  }

  CurrencyUnit currency() {
    return currency;
  }

  Channel channel() {
    return channel;
  }

  byte[] destinationEncrypted() {
    return destinationEncrypted.clone();
  }

  Money minimum() {
    return new Money(currency, minimumMinor);
  }

  LocalTime time() {
    return timeOfDay;
  }

  boolean enabled() {
    return enabled;
  }

  /** When the latest run is due or was. */
  Instant latestDueAt() {
    return latestDueAt;
  }

  /** When the latest finished run was due. */
  Optional<Instant> lastDueAt() {
    return Optional.ofNullable(lastDueAt);
  }

  /**
   * When the next run is due: the latest as long as that is not done, else the one a day after it.
   * Empty while it is disabled.
   */
  Optional<Instant> nextDueAt() {
    boolean done = lastDueAt != null && !latestDueAt.isAfter(lastDueAt);
    boolean before = latestDueAt.isBefore(countsFrom);
    return Optional.of(done || before ? latestDueAt.plus(DAY) : latestDueAt).filter(at -> enabled);
  }
}
