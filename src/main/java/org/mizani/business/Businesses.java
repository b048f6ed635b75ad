package org.mizani.business;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;

/** Registers businesses and the API keys that they are given. */
@Singleton
public final class Businesses {

  private static final String ADD_KEY =
      """
      INSERT INTO api_key (
        business_id, environment, key, secret_hash, signature_encrypted, secret_encrypted)
      SELECT b.id, $2, $3, $4, $5, CASE b.signature_scheme WHEN 'legacy' THEN $6::bytea END
      FROM business b WHERE b.id = $1
      """;

  private static final String KEY_EXISTS = "SELECT EXISTS (SELECT 1 FROM api_key WHERE key = $1)";

  private final BusinessRepository register;
  private final Database database;
  private final FieldEncryption encryption;
  private final String environment;

  Businesses(
      BusinessRepository register,
      Database database,
      FieldEncryption encryption,
      ServiceConfig config) {
    this.register = register;
    this.database = database;
    this.encryption = encryption;
    this.environment = config.environment().code();
  }

  /** Registers a business; answers its id. */
  public Uni<Long> register(BusinessProfile profile) {
    return register.enter(profile).map(Business::id);
  }

  /**
   * Gives a business an API key of this deployment's environment. Of the secret only the hash is
   * kept, and encrypted the static webhook signature that is made of it; the secret itself,
   * encrypted, only where the legacy scheme signs with it.
   */
  public Uni<Void> addKey(long businessId, String apiKey, String apiSecret) {
    String signature = SecretHash.webhookSignature(apiKey, apiSecret);
    return database
        .execute(
            ADD_KEY,
            Tuple.of(
                businessId,
                environment,
                apiKey,
                Buffer.buffer(SecretHash.of(apiKey, apiSecret).bytes()),
                encrypted(ApiKeySecrets.signatureContext(apiKey), signature),
                encrypted(ApiKeySecrets.secretContext(apiKey), apiSecret)))
        .invoke(
            inserted -> {
              if (inserted.rowCount() == 0) {
                throw new IllegalArgumentException("no business " + businessId);
              }
            })
        .replaceWithVoid();
  }

  private Buffer encrypted(String context, String secret) {
    return Buffer.buffer(encryption.encrypt(context, secret.getBytes(StandardCharsets.UTF_8)));
  }

  /** Whether any business was ever given this key. */
  public Uni<Boolean> hasKey(String apiKey) {
    return database
        .execute(KEY_EXISTS, Tuple.of(apiKey))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }
}
