package org.mizani.business;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault;

/** API keys of businesses: issued, listed and revoked by operators. */
@Singleton
public final class ApiKeys {

  private static final String ADD =
      """
      INSERT INTO api_key (
        business_id, environment, key, secret_hash, signature_encrypted, secret_encrypted)
      SELECT b.id, $2, $3, $4, $5, CASE b.signature_scheme WHEN 'legacy' THEN $6::bytea END
      FROM business b WHERE b.id = $1
      """;

  private static final String EXISTS = "SELECT EXISTS (SELECT 1 FROM api_key WHERE key = $1)";

  private static final String COLUMNS =
      "id, key, secret_encrypted IS NOT NULL AS signs_legacy, created_at, revoked_at";

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM api_key WHERE business_id = $1 AND key = $2";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + " FROM api_key WHERE business_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

  /** A key revoked before keeps the time of that. */
  private static final String REVOKE =
      "UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING "
          + COLUMNS;

  private static final int KEY_BYTES = 16;
  private static final int SECRET_BYTES = 32;
  private static final Pattern SHAPE = Pattern.compile("[!-~]{8,100}");

  private final Database database;
  private final FieldEncryption encryption;
  private final ServiceEnvironment environment;
  private final SecureRandom random = new SecureRandom();

  ApiKeys(Database database, FieldEncryption encryption, ServiceConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.environment = config.environment();
  }

  /**
   * New key with its secret, which is shown only once.
   *
   * @param secret 256 random bits
   */
  public record Issued(ApiKey key, String secret) {

    @Override
    public String toString() {
      return "Issued[" + key.key() + "]";
    }
  }

  /** Issues a new key of this deployment's environment to a business. */
  public Uni<Issued> issue(long businessId) {
    String key = "pk_" + environment.keyMark() + "_" + random(KEY_BYTES);
    String secret = "sk_" + environment.keyMark() + "_" + random(SECRET_BYTES);
    return add(businessId, key, secret)
        .chain(() -> find(businessId, key))
        .map(made -> new Issued(made, secret));
  }

  /**
   * Adds this API key of this deployment's environment to a business. Of the secret only the hash
   * is kept, and encrypted the static webhook signature that derives from it; the secret itself,
   * encrypted, only where the legacy scheme signs with it.
   *
   * @throws IllegalArgumentException if there is no such business
   */
  public Uni<Void> add(long businessId, String key, String secret) {
    String signature = WebhookSignature.of(key, secret);
    return database
        .execute(
            ADD,
            Tuple.of(
                businessId,
                environment.code(),
                key,
                Buffer.buffer(SecretHash.of(key, secret).bytes()),
                encrypted(ApiKey.signatureContext(key), signature),
                encrypted(ApiKey.secretContext(key), secret)))
        .invoke(
            added -> {
              if (added.rowCount() == 0) {
                throw new IllegalArgumentException("no business " + businessId);
              }
            })
        .replaceWithVoid();
  }

  private Buffer encrypted(String context, String secret) {
    return Buffer.buffer(encryption.encrypt(context, secret.getBytes(StandardCharsets.UTF_8)));
  }

  /** Whether this key was ever added, to any business. */
  public Uni<Boolean> exists(String key) {
    return database.one(EXISTS, Tuple.of(key), row -> row.getBoolean(0));
  }

  /** The key of this text; fails with 404 {@code api key not found}. */
  public Uni<ApiKey> find(long businessId, String key) {
    if (!SHAPE.matcher(key).matches()) {
      return ApiFault.API_KEY_NOT_FOUND.asFailure();
    }
    return one(FIND, Tuple.of(businessId, key));
  }

  /**
   * The keys of a business, newest first.
   *
   * @param before only those with a smaller {@link ApiKey#id}
   */
  public Uni<List<ApiKey>> list(long businessId, long before, int limit) {
    return database.list(LIST, Tuple.of(businessId, before, limit), ApiKeys::key);
  }

  /** Revokes a key for good; its tokens are refused within seconds ({@code access.Callers}). */
  public Uni<ApiKey> revoke(long id) {
    return one(REVOKE, Tuple.of(id));
  }

  private String random(int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }

  private Uni<ApiKey> one(String statement, Tuple parameters) {
    return database
        .find(statement, parameters, ApiKeys::key)
        .map(found -> found.orElseThrow(ApiFault.API_KEY_NOT_FOUND::asException));
  }

  private static ApiKey key(Row row) {
    return new ApiKey(
        row.getLong("id"),
        row.getString("key"),
        row.getBoolean("signs_legacy"),
        row.getOffsetDateTime("created_at").toInstant(),
        Optional.ofNullable(row.getOffsetDateTime("revoked_at")).map(OffsetDateTime::toInstant));
  }
}
