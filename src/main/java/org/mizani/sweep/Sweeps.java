package org.mizani.sweep;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.database.TimeOrderedId;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.sweep.Sweep.Destination;

/** Repository of sweeps, one a collection wallet. */
@Singleton
public final class Sweeps {

  /**
   * The sweeps of business {@code $1}. The next run is the latest one as long as that is not done,
   * else the one a day after it.
   */
  private static final String READ =
      """
      SELECT s.id, s.currency, s.channel, s.destination_encrypted, s.minimum_minor, s.time_of_day,
             s.enabled, s.last_due_at, p.id AS payout_id, p.sender_minor, p.status,
             CASE WHEN s.enabled THEN
               n.due_at + CASE WHEN n.due_at <= s.last_due_at OR n.due_at < s.counts_from
                               THEN interval '24 hours' ELSE interval '0' END END AS next_at
      FROM sweep s
      CROSS JOIN LATERAL (%s) n
      LEFT JOIN payout p ON p.sweep_id = s.id AND p.sweep_due_at = s.last_due_at
      WHERE s.business_id = $1
      ORDER BY s.currency
      """
          .formatted(SweepRuns.LATEST);

  /**
   * Writes a sweep. Runs before it was enabled, or got another time, are not made up for. Writing
   * unchanged settings changes only the version.
   */
  private static final String WRITE =
      """
      INSERT INTO sweep AS s (id, business_id, currency, channel, destination_encrypted,
                              minimum_minor, time_of_day, enabled)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (business_id, currency) DO UPDATE
      SET channel = excluded.channel, destination_encrypted = excluded.destination_encrypted,
          minimum_minor = excluded.minimum_minor, time_of_day = excluded.time_of_day,
          enabled = excluded.enabled, version = s.version + 1, updated_at = now(),
          counts_from = CASE WHEN s.enabled AND s.time_of_day = excluded.time_of_day
                             THEN s.counts_from ELSE now() END
      """;

  private static final String FIND_ID =
      "SELECT id FROM sweep WHERE business_id = $1 AND currency = $2";

  private final Database database;
  private final DestinationEncryption encryption;
  private final InstantSource clock;

  Sweeps(Database database, DestinationEncryption encryption, InstantSource clock) {
    this.database = database;
    this.encryption = encryption;
    this.clock = clock;
  }

  /** The sweeps of a business, by the currency of their wallets. */
  public Uni<List<Sweep>> ofBusiness(long businessId) {
    return database.list(READ, Tuple.of(businessId), this::sweep);
  }

  /** The sweep of one wallet, if there is one. */
  public Uni<Optional<Sweep>> find(long businessId, CurrencyUnit currency) {
    return ofBusiness(businessId)
        .map(
            all ->
                all.stream().filter(sweep -> sweep.minimum().currency() == currency).findFirst());
  }

  /**
   * Sets the sweep of a wallet up, or changes it. The caller holds the business's lock, so that
   * there is no concurrent change.
   *
   * @param holder the name of the destination's account holder
   */
  public Uni<Void> put(long businessId, SweepPlan plan, String holder) {
    return database
        .execute(FIND_ID, Tuple.of(businessId, plan.currency().name()))
        .map(rows -> rows.iterator())
        .map(rows -> rows.hasNext() ? rows.next().getUUID("id") : TimeOrderedId.at(clock.millis()))
        .chain(id -> database.execute(WRITE, parameters(id, businessId, plan, holder)))
        .replaceWithVoid();
  }

  private Tuple parameters(UUID id, long businessId, SweepPlan plan, String holder) {
    return Tuple.tuple()
        .addUUID(id)
        .addLong(businessId)
        .addString(plan.currency().name())
        .addString(plan.destination().channel().code())
        .addBuffer(
            Buffer.buffer(encryption.encrypt(id, new Destination(plan.destination(), holder))))
        .addLong(plan.minimum().minor())
        .addLocalTime(plan.time())
        .addBoolean(plan.enabled());
  }

  private Sweep sweep(Row row) {
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("currency"));
    return new Sweep(
        DestinationEncryption.channelOf(row),
        destination(row),
        new Money(currency, row.getLong("minimum_minor")),
        row.getLocalTime("time_of_day"),
        row.getBoolean("enabled"),
        Optional.ofNullable(ShownTime.of(row, "next_at")),
        Optional.ofNullable(ShownTime.of(row, "last_due_at")).map(at -> run(row, at, currency)));
  }

  private Optional<Destination> destination(Row row) {
    try {
      return Optional.of(encryption.decrypt(row));
    } catch (IllegalStateException | IllegalArgumentException e) {
      return Optional.empty(); // its encryption key is gone: an operator can still replace it
    }
  }

  private static Sweep.Run run(Row row, Instant dueAt, CurrencyUnit currency) {
    return new Sweep.Run(
        dueAt,
        Optional.ofNullable(row.getUUID("payout_id"))
            .map(
                id ->
                    new Sweep.Payout(
                        id.toString(),
                        new Money(currency, row.getLong("sender_minor")),
                        row.getString("status"))));
  }
}
