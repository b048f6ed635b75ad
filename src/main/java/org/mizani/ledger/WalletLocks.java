package org.mizani.ledger;

import static java.util.stream.Collectors.toSet;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.mizani.database.ConnectionPools;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.work.RowLocks;

/**
 * Locks of wallets. A statement for many payments waits briefly for a wallet that another session
 * has locked; then the payments of that wallet wait by themselves.
 */
@Singleton
public final class WalletLocks {

  /** The free ones of the wallets {@code $1}; their own locks are released at once. */
  private static final String FREE =
      "SELECT id FROM wallet WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED";

  private final Database database;
  private final RowLocks.Limits limits;

  /**
   * @throws ConfigurationException if a limit is not positive, or a wait as long as a statement may
   *     take
   */
  WalletLocks(Database database, LedgerConfig.Wallets wallets, DatabaseConfig config) {
    this.database = database;
    this.limits = wallets.locks();
    require("max-wait", limits.maxWait(), config);
    require("max-wait-alone", limits.maxWaitAlone(), config);
    require("max-alone", limits.maxAlone());
    require("max-queued", limits.maxQueued());
  }

  /** The locked wallets of such items, by the wallet's id of an item. */
  public <T> RowLocks<T> of(Function<T, Long> walletId) {
    return of("wallet", walletId, FREE);
  }

  /**
   * The same for statements that lock more of a wallet's business than the wallet.
   *
   * @param name of a wallet and all that, for people
   * @param free statement that answers the {@code id} of those of the wallets {@code $1} of which
   *     all that is locked is free
   */
  public <T> RowLocks<T> of(String name, Function<T, Long> walletId, String free) {
    return new RowLocks<>(name, walletId, ids -> free(free, ids), limits);
  }

  /**
   * Condition that always holds, and bounds the wait for locks of the statement that it stands in.
   *
   * @param parameter of {@link #millis}, such as {@code $9}
   */
  public static String waitingFor(String parameter) {
    return "(SELECT set_config('lock_timeout', " + parameter + "::text, true)) IS NOT NULL";
  }

  /** A wait as the parameter of {@link #waitingFor}. */
  public static String millis(Duration wait) {
    return Long.toString(wait.toMillis());
  }

  /** The longest wait for a locked wallet of a statement that others wait for. */
  public Duration shortWait() {
    return limits.maxWait();
  }

  /** The longest wait for a locked wallet of a statement for one payment alone. */
  public Duration waitAlone() {
    return limits.maxWaitAlone();
  }

  private Uni<Set<Long>> free(String statement, Set<Long> ids) {
    return database
        .list(statement, Tuple.of(ids.toArray(Long[]::new)), row -> row.getLong("id"))
        .map(found -> found.stream().collect(toSet()));
  }

  private static void require(String setting, Duration wait, DatabaseConfig config) {
    Duration longest = ConnectionPools.longestStatement(config);
    if (wait.toMillis() < 1 || wait.compareTo(longest) >= 0) {
      throw new ConfigurationException(
          "payments.wallet.locks.%s must be at least 1 ms, and less than %d ms by payments.database.timeout."
              .formatted(setting, longest.toMillis()));
    }
  }

  private static void require(String setting, int number) {
    if (number < 1) {
      throw new ConfigurationException(
          "payments.wallet.locks.%s must be at least 1.".formatted(setting));
    }
  }
}
