package org.mizani.rail.guard;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.rail.PauseReason;

/** Store of pauses, which all pods share. */
@Singleton
class PauseStore {

  private static final String PAUSE =
      """
      INSERT INTO rail_pause (rail, reason, words) VALUES ($1, $2, $3)
      ON CONFLICT (rail, reason) DO UPDATE
        SET words = excluded.words, paused_at = now(), cleared_at = NULL
        WHERE rail_pause.cleared_at < now() - $4 * interval '1 millisecond'
      RETURNING rail
      """;

  private static final String CLEAR =
      """
      UPDATE rail_pause SET cleared_at = now(), words = NULL
      WHERE rail = $1 AND cleared_at IS NULL
      RETURNING reason
      """;

  private final Database database;

  PauseStore(Database database) {
    this.database = database;
  }

  /**
   * Pauses a rail; false if it pauses for this reason already, or an operator has cleared it since.
   *
   * @param since the submission that tells so
   */
  Uni<Boolean> pause(String rail, PauseReason reason, String words, Duration since) {
    return database
        .find(PAUSE, Tuple.of(rail, reason.code(), words, since.toMillis()), row -> true)
        .map(Optional::isPresent);
  }

  /** Clears all reasons of a rail with their words, and tells which there were. */
  Uni<List<String>> clear(String rail) {
    return database.list(CLEAR, Tuple.of(rail), row -> row.getString("reason"));
  }

  Uni<List<RailPause>> open() {
    return database.read(RailPause::open);
  }
}
