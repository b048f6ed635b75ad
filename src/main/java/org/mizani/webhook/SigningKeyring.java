package org.mizani.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.mizani.business.ApiKey;
import org.mizani.business.LegacySecret;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;
import org.mizani.webhook.SignedHeaders.SigningKeys;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.webhook.queue.WebhookDelivery.Signatory;

/** Signing keys of deliveries, read from the database and cached for a few seconds. */
@Singleton
final class SigningKeyring {

  private static final Logger LOG = Logger.getLogger(SigningKeyring.class);

  private static final String PUBLIC_ID = "SELECT public_id FROM business WHERE id = $1";

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "Reading webhook secrets");
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
        .read(() -> read(missing))
        .invoke(health::succeeded)
        .onFailure()
        .invoke(health::failed)
        .invoke(stored -> missing.forEach(one -> decrypt(one, stored, known)))
        .replaceWith(known);
  }

  /** Secrets as they are stored: of businesses, and of API keys that sign by the legacy scheme. */
  private record Stored(
      Map<Long, List<StoredWebhookSecret>> secrets, Map<Long, LegacySecret> legacy) {}

  private static Uni<Stored> read(List<Signatory> wanted) {
    Set<Long> businesses = wanted.stream().map(Signatory::businessId).collect(Collectors.toSet());
    Set<Long> keys =
        wanted.stream()
            .flatMapToLong(one -> one.apiKeyId().stream())
            .boxed()
            .collect(Collectors.toSet());
    return StoredWebhookSecret.inForce(businesses)
        .chain(
            secrets ->
                (keys.isEmpty()
                        ? Uni.createFrom().item(List.<LegacySecret>of())
                        : ApiKey.signingLegacy(keys))
                    .map(legacy -> stored(secrets, legacy)));
  }

  private static Stored stored(List<StoredWebhookSecret> secrets, List<LegacySecret> legacy) {
    return new Stored(
        secrets.stream().collect(Collectors.groupingBy(StoredWebhookSecret::businessId)),
        legacy.stream().collect(Collectors.toMap(LegacySecret::id, Function.identity())));
  }

  private void decrypt(Signatory signatory, Stored stored, Map<Signatory, SigningKeys> into) {
    try {
      SigningKeys keys =
          new SigningKeys(
              secrets(signatory.businessId(), stored), legacySecret(signatory.apiKeyId(), stored));
      cache.put(signatory, keys);
      into.put(signatory, keys);
    } catch (IllegalArgumentException | UndecryptableException e) {
      report(signatory.businessId(), RedactedFailure.words(e));
    }
  }

  private void report(long businessId, String words) {
    database
        .one(PUBLIC_ID, Tuple.of(businessId), row -> row.getUUID("public_id"))
        .subscribe()
        .with(
            publicId ->
                LOG.errorf(
                    "The webhook secrets of business %s cannot be read: %s", publicId, words),
            health::failed);
  }

  private List<WebhookSecret> secrets(long businessId, Stored stored) {
    String context = WebhookSecret.encryptionContext(businessId);
    return stored.secrets().getOrDefault(businessId, List.of()).stream()
        .map(one -> encryption.decrypt(context, one.secretEncrypted()))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .map(WebhookSecret::parse)
        .toList();
  }

  private Optional<byte[]> legacySecret(OptionalLong apiKeyId, Stored stored) {
    return apiKeyId.stream()
        .mapToObj(stored.legacy()::get)
        .filter(Objects::nonNull)
        .map(
            key ->
                encryption.decrypt(
                    LegacySecret.encryptionContext(key.key()), key.secretEncrypted()))
        .findFirst();
  }
}
