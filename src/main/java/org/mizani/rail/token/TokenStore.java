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

/** Store of the tokens of applications at networks: a sealed row each. */
@Singleton
public final class TokenStore {

  /** The longest time that a pod has for asking for a new token. */
  static final Duration REFRESH = Duration.ofSeconds(15);

  /** Writes nothing new where the row is there, but waits for whoever is making it. */
  private static final String READ =
      """
      INSERT INTO rail_token (application) VALUES ($1)
      ON CONFLICT (application) DO UPDATE SET application = excluded.application
      RETURNING token_encrypted, expires_at, version
      """;

  private static final String TAKE_REFRESH =
      """
      UPDATE rail_token SET refreshing_until = now() + $3 * interval '1 millisecond'
      WHERE application = $1 AND version = $2
        AND (refreshing_until IS NULL OR refreshing_until < now())
      RETURNING application
      """;

  private static final String STORE =
      """
      UPDATE rail_token
      SET token_encrypted = $3, expires_at = $4, version = $2, refreshing_until = NULL
      WHERE application = $1 AND version < $2
      """;

  private static final String GIVE_UP_REFRESH =
      "UPDATE rail_token SET refreshing_until = NULL WHERE application = $1 AND version = $2";

  private final Database database;
  private final FieldEncryption encryption;

  TokenStore(Database database, FieldEncryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /**
   * Token of an application.
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

  Uni<StoredToken> read(String application) {
    return database.one(READ, Tuple.of(application), row -> token(row, application));
  }

  /** Whether this pod may ask for the token after this version. */
  Uni<Boolean> takeRefresh(String application, long version) {
    return database
        .find(TAKE_REFRESH, Tuple.of(application, version, REFRESH.toMillis()), row -> true)
        .map(Optional::isPresent);
  }

  Uni<StoredToken> store(String application, StoredToken token) {
    byte[] sealed =
        encryption.encrypt(context(application), token.token().getBytes(StandardCharsets.UTF_8));
    return database
        .execute(
            STORE,
            Tuple.of(
                application,
                token.version(),
                Buffer.buffer(sealed),
                token.expiresAt().atOffset(ZoneOffset.UTC)))
        .replaceWith(token);
  }

  /** Lets another pod ask at once. */
  Uni<Void> giveUpRefresh(String application, long version) {
    return database.execute(GIVE_UP_REFRESH, Tuple.of(application, version)).replaceWithVoid();
  }

  private StoredToken token(Row row, String application) {
    var sealed = row.getBuffer("token_encrypted");
    return new StoredToken(
        sealed == null ? null : opened(application, sealed.getBytes()),
        Optional.ofNullable(row.getOffsetDateTime("expires_at"))
            .map(at -> at.toInstant())
            .orElse(Instant.EPOCH),
        row.getLong("version"));
  }

  /** A token whose key is gone is no loss: the network issues another. */
  private String opened(String application, byte[] sealed) {
    try {
      return new String(encryption.decrypt(context(application), sealed), StandardCharsets.UTF_8);
    } catch (UndecryptableException e) {
      return null;
    }
  }

  private static String context(String application) {
    return "rail-token/" + application;
  }
}
