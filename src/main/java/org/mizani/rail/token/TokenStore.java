package org.mizani.rail.token;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;

/** Store of the rails' tokens: a sealed row each. */
@Singleton
public final class TokenStore {

  /** The longest time that a pod has for asking for a new token. */
  static final Duration REFRESH = Duration.ofSeconds(15);

  /** Writes nothing new where the row is there, but waits for whoever is making it. */
  private static final String READ =
      """
      INSERT INTO rail_token (rail) VALUES ($1)
      ON CONFLICT (rail) DO UPDATE SET rail = excluded.rail
      RETURNING token_encrypted, expires_at, version
      """;

  private static final String TAKE_REFRESH =
      """
      UPDATE rail_token SET refreshing_until = now() + $3 * interval '1 millisecond'
      WHERE rail = $1 AND version = $2
        AND (refreshing_until IS NULL OR refreshing_until < now())
      RETURNING rail
      """;

  private static final String STORE =
      """
      UPDATE rail_token
      SET token_encrypted = $3, expires_at = $4, version = $2, refreshing_until = NULL
      WHERE rail = $1 AND version < $2
      """;

  private static final String GIVE_UP_REFRESH =
      "UPDATE rail_token SET refreshing_until = NULL WHERE rail = $1 AND version = $2";

  private final Database database;
  private final FieldEncryption encryption;

  TokenStore(Database database, FieldEncryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /**
   * Token of a rail.
   *
   * @param token null before the first, or if its encryption key is gone
   * @param version higher for each new token
   */
  record StoredToken(String token, Instant expiresAt, long version) {

    @Override
    public String toString() {
      return "StoredToken[" + version + "]";
    }
  }

  Uni<StoredToken> read(String rail) {
    return database.one(READ, Tuple.of(rail), row -> token(row, rail));
  }

  /** Whether this pod may ask for the token after this version. */
  Uni<Boolean> takeRefresh(String rail, long version) {
    return database
        .find(TAKE_REFRESH, Tuple.of(rail, version, REFRESH.toMillis()), row -> true)
        .map(Optional::isPresent);
  }

  Uni<StoredToken> store(String rail, StoredToken token) {
    byte[] sealed =
        encryption.encrypt(context(rail), token.token().getBytes(StandardCharsets.UTF_8));
    return database
        .execute(
            STORE,
            Tuple.of(
                rail,
                token.version(),
                Buffer.buffer(sealed),
                token.expiresAt().atOffset(ZoneOffset.UTC)))
        .replaceWith(token);
  }

  /** Lets another pod ask at once. */
  Uni<Void> giveUpRefresh(String rail, long version) {
    return database.execute(GIVE_UP_REFRESH, Tuple.of(rail, version)).replaceWithVoid();
  }

  private StoredToken token(Row row, String rail) {
    var sealed = row.getBuffer("token_encrypted");
    return new StoredToken(
        sealed == null ? null : opened(rail, sealed.getBytes()),
        Optional.ofNullable(row.getOffsetDateTime("expires_at"))
            .map(at -> at.toInstant())
            .orElse(Instant.EPOCH),
        row.getLong("version"));
  }

  /** A token whose key is gone is no loss: the network issues another. */
  private String opened(String rail, byte[] sealed) {
    try {
      return new String(encryption.decrypt(context(rail), sealed), StandardCharsets.UTF_8);
    } catch (UndecryptableException e) {
      return null;
    }
  }

  private static String context(String rail) {
    return "rail-token/" + rail;
  }
}
