package org.mizani.rail.balance;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.RailFloat.Balance;

/** Store of the balances with networks, and of the questions for them, all by its clock. */
@Singleton
final class FloatStore {

  /** Takes the question of a rail, unless one was asked within the last {@code $3} milliseconds. */
  private static final String TAKE =
      """
      INSERT INTO rail_float_question AS q (rail, id) VALUES ($1, $2)
      ON CONFLICT (rail) DO UPDATE SET id = excluded.id, asked_at = now(), network_id = NULL
        WHERE q.asked_at <= now() - $3 * interval '1 millisecond'
      RETURNING rail
      """;

  private static final String ACKNOWLEDGE =
      "UPDATE rail_float_question SET network_id = $2 WHERE id = $1";

  private static final String ACKNOWLEDGED =
      """
      SELECT rail, id, network_id,
             (extract(epoch FROM now() - asked_at) * 1000)::bigint AS age_millis
      FROM rail_float_question WHERE id = ANY ($1) AND network_id IS NOT NULL
      """;

  /** Answers the balances that went below their thresholds, or above them again. */
  private static final String KEEP =
      """
      WITH before AS (
        SELECT account, currency, below FROM rail_balance WHERE rail = $1
      ), kept AS (
        INSERT INTO rail_balance (rail, account, currency, balance_minor, below, read_at)
        SELECT $1, account, currency, balance_minor, below, now()
        FROM unnest($2::text[], $3::text[], $4::bigint[], $5::boolean[])
          AS told (account, currency, balance_minor, below)
        ON CONFLICT (rail, account, currency) DO UPDATE
          SET balance_minor = excluded.balance_minor, below = excluded.below,
              read_at = excluded.read_at
        RETURNING account, currency, balance_minor, below
      )
      SELECT k.account, k.currency, k.balance_minor, k.below
      FROM kept k LEFT JOIN before b USING (account, currency)
      WHERE k.below <> coalesce(b.below, false)
      ORDER BY k.account, k.currency
      """;

  /** Since the oldest balance of a rail was read, or since the first question for one. */
  private static final String AGES =
      """
      SELECT q.rail,
             extract(epoch FROM now() - coalesce(min(f.read_at), q.first_asked_at))::bigint AS age
      FROM rail_float_question q LEFT JOIN rail_balance f ON f.rail = q.rail
      GROUP BY q.rail, q.first_asked_at
      """;

  private final Database database;

  FloatStore(Database database) {
    this.database = database;
  }

  /** Question that a network has acknowledged. */
  record Question(String rail, UUID id, String networkId, Duration age) {}

  /** Balance with whether it is below its threshold. */
  record Watched(Balance balance, boolean below) {

    private String currency() {
      return balance.available().currency().name();
    }
  }

  /** Whether this pod may ask for the balances of a rail now. */
  Uni<Boolean> take(String rail, UUID question, Duration every) {
    return database
        .find(TAKE, Tuple.of(rail, question, every.toMillis()), row -> true)
        .map(taken -> taken.isPresent());
  }

  Uni<Void> acknowledge(UUID question, String networkId) {
    return database.execute(ACKNOWLEDGE, Tuple.of(question, networkId)).replaceWithVoid();
  }

  /** Those of these questions that are the last of their rail and acknowledged. */
  Uni<List<Question>> acknowledged(Collection<UUID> questions) {
    return database.list(
        ACKNOWLEDGED,
        Tuple.of(questions.toArray(UUID[]::new)),
        row ->
            new Question(
                row.getString("rail"),
                row.getUUID("id"),
                row.getString("network_id"),
                Duration.ofMillis(row.getLong("age_millis"))));
  }

  /**
   * Keeps the balances of a rail.
   *
   * @param balances each account and currency once
   * @return those that were not below their thresholds before and are now, or the reverse
   */
  Uni<List<Watched>> keep(String rail, List<Watched> balances) {
    return database.list(
        KEEP,
        Tuple.of(
            rail,
            balances.stream().map(one -> one.balance().account()).toArray(String[]::new),
            balances.stream().map(Watched::currency).toArray(String[]::new),
            balances.stream().map(one -> one.balance().available().minor()).toArray(Long[]::new),
            balances.stream().map(Watched::below).toArray(Boolean[]::new)),
        row ->
            new Watched(
                new Balance(row.getString("account"), money(row)), row.getBoolean("below")));
  }

  /** All balances, by rail and account. */
  Uni<List<RailBalance>> all() {
    return database.read(RailBalance::all);
  }

  /** Seconds since the balances of each rail were read, by its name. */
  Uni<Map<String, Long>> ages() {
    return database
        .list(AGES, Tuple.tuple(), row -> Map.entry(row.getString("rail"), row.getLong("age")))
        .map(
            ages ->
                ages.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  private static Money money(Row row) {
    return new Money(CurrencyUnit.valueOf(row.getString("currency")), row.getLong("balance_minor"));
  }
}
