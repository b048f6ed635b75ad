package org.mizani.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.business.ApiKey;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.log.RedactedFailure;
import org.mizani.webhook.SignedHeaders.SigningKeys;
import org.mizani.webhook.WebhookDelivery.Signatory;

/** Signing keys of deliveries, read from the database and cached for a few seconds. */
@Singleton
final class SigningKeyring {

  private static final Logger LOG = Logger.getLogger(SigningKeyring.class);

  /** The secrets of many signatories ($1 businesses, $2 their API keys) in one round trip. */
  private static final String SECRETS =
      """
      SELECT wanted.business_id, wanted.api_key_id, api_key.key,
             CASE business.signature_scheme WHEN 'legacy' THEN api_key.secret_encrypted END
               AS legacy_encrypted,
             ARRAY(SELECT secret_encrypted
                     FROM webhook_secret
                    WHERE webhook_secret.business_id = wanted.business_id
                      AND (expires_at IS NULL OR expires_at > now())
                    ORDER BY created_at DESC, id DESC) AS secrets_encrypted
        FROM unnest($1::bigint[], $2::bigint[]) AS wanted (business_id, api_key_id)
        JOIN business ON business.id = wanted.business_id
        LEFT JOIN api_key ON api_key.id = wanted.api_key_id
      """;

  private final Database database;
  private final FieldEncryption encryption;
  private final Cache<Signatory, SigningKeys> cache;

  SigningKeyring(Database database, FieldEncryption encryption, WebhookConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.cache =
        Caffeine.newBuilder()
            .maximumSize(config.secrets().cached())
            .expireAfterWrite(config.secrets().age())
            .build();
  }

  /**
   * Finds the keys that these deliveries are signed with. A signatory with secrets that cannot be
   * decrypted is left out: an error is logged, and its deliveries are not sent unsigned.
   */
  Uni<Map<Signatory, SigningKeys>> of(List<WebhookDelivery> deliveries) {
    Set<Signatory> signatories =
        deliveries.stream().map(WebhookDelivery::signatory).collect(Collectors.toSet());
    Map<Signatory, SigningKeys> known = new HashMap<>(cache.getAllPresent(signatories));
    List<Signatory> missing = signatories.stream().filter(one -> !known.containsKey(one)).toList();
    if (missing.isEmpty()) {
      return Uni.createFrom().item(known);
    }
    return database
        .execute(SECRETS, parameters(missing))
        .invoke(rows -> decrypt(rows, known))
        .replaceWith(known);
  }

  private static Tuple parameters(List<Signatory> wanted) {
    Long[] businesses = wanted.stream().map(Signatory::businessId).toArray(Long[]::new);
    Long[] apiKeys =
        wanted.stream()
            .map(one -> one.apiKeyId().isPresent() ? one.apiKeyId().getAsLong() : null)
            .toArray(Long[]::new);
    return Tuple.tuple().addArrayOfLong(businesses).addArrayOfLong(apiKeys);
  }

  private void decrypt(RowSet<Row> rows, Map<Signatory, SigningKeys> into) {
    for (Row row : rows) {
      Signatory signatory = signatory(row);
      try {
        SigningKeys keys = new SigningKeys(secrets(row), legacySecret(row));
        cache.put(signatory, keys);
        into.put(signatory, keys);
      } catch (IllegalArgumentException | IllegalStateException e) {
        LOG.errorf(
            "The webhook secrets of business %d cannot be read: %s",
            signatory.businessId(), RedactedFailure.words(e));
      }
    }
  }

  private static Signatory signatory(Row row) {
    Long apiKeyId = row.getLong("api_key_id");
    return new Signatory(
        row.getLong("business_id"),
        apiKeyId == null ? OptionalLong.empty() : OptionalLong.of(apiKeyId));
  }

  private List<WebhookSecret> secrets(Row row) {
    String context = WebhookSecret.encryptionContext(row.getLong("business_id"));
    io.vertx.core.buffer.Buffer[] all = row.getDelegate().getArrayOfBuffers("secrets_encrypted");
    return Arrays.stream(all)
        .map(one -> new String(encryption.decrypt(context, one.getBytes()), StandardCharsets.UTF_8))
        .map(WebhookSecret::parse)
        .toList();
  }

  private Optional<byte[]> legacySecret(Row row) {
    return Stream.ofNullable(row.getBuffer("legacy_encrypted"))
        .map(Buffer::getBytes)
        .map(bytes -> encryption.decrypt(ApiKey.secretContext(row.getString("key")), bytes))
        .findFirst();
  }
}
