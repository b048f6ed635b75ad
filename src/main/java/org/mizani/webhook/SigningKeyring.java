package org.mizani.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
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
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /** Those of the endpoints $1 that are enabled; the secret before while it is valid. */
  private static final String OF_ENDPOINTS =
      """
      SELECT id, secret_encrypted,
             CASE WHEN previous_until > now() THEN previous_secret_encrypted END
               AS previous_secret_encrypted
        FROM webhook_endpoint
       WHERE id = ANY ($1::uuid[]) AND status = 'enabled'
      """;

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
    return read(missing)
        .invoke(health::succeeded)
        .onFailure()
        .invoke(health::failed)
        .invoke(stored -> missing.forEach(one -> decrypt(one, stored, known)))
        .replaceWith(known);
  }

  /**
   * Secrets as they are stored: of businesses, of API keys that sign by the legacy scheme, and of
   * enabled endpoints, the newest first.
   */
  private record Stored(
      Map<Long, List<StoredWebhookSecret>> secrets,
      Map<Long, LegacySecret> legacy,
      Map<UUID, List<byte[]>> endpoints) {}

  /** One after the other, each over a connection that it gives back. */
  private Uni<Stored> read(List<Signatory> missing) {
    List<Signatory> wanted = missing.stream().filter(one -> one.endpointId().isEmpty()).toList();
    UUID[] endpoints =
        missing.stream().flatMap(one -> one.endpointId().stream()).toArray(UUID[]::new);
    Uni<Stored> ofBusinesses =
        wanted.isEmpty()
            ? Uni.createFrom().item(stored(List.of(), List.of()))
            : database.read(() -> readOfBusinesses(wanted));
    return endpoints.length == 0
        ? ofBusinesses
        : ofBusinesses.chain(
            stored ->
                database
                    .list(OF_ENDPOINTS, Tuple.tuple().addArrayOfUUID(endpoints), row -> row)
                    .map(rows -> new Stored(stored.secrets(), stored.legacy(), byEndpoint(rows))));
  }

  private static Map<UUID, List<byte[]>> byEndpoint(List<Row> rows) {
    return rows.stream()
        .collect(
            Collectors.toMap(
                row -> row.getUUID("id"),
                row ->
                    Stream.of("secret_encrypted", "previous_secret_encrypted")
                        .map(row::getBuffer)
                        .filter(Objects::nonNull)
                        .map(Buffer::getBytes)
                        .toList()));
  }

  private static Uni<Stored> readOfBusinesses(List<Signatory> wanted) {
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
        legacy.stream().collect(Collectors.toMap(LegacySecret::id, Function.identity())),
        Map.of());
  }

  private void decrypt(Signatory signatory, Stored stored, Map<Signatory, SigningKeys> into) {
    try {
      SigningKeys keys =
          signatory
              .endpointId()
              .map(endpoint -> ofEndpoint(endpoint, stored.endpoints().get(endpoint)))
              .orElseGet(() -> ofBusiness(signatory, stored));
      if (keys != SigningKeys.OF_DISABLED_ENDPOINT) { // it may be enabled in a moment
        cache.put(signatory, keys);
      }
      into.put(signatory, keys);
    } catch (IllegalArgumentException | UndecryptableException e) {
      report(signatory.businessId(), RedactedFailure.words(e));
    }
  }

  private SigningKeys ofEndpoint(UUID endpoint, List<byte[]> encrypted) {
    return encrypted == null
        ? SigningKeys.OF_DISABLED_ENDPOINT
        : new SigningKeys(
            secrets(WebhookSecret.encryptionContext(endpoint), encrypted.stream()),
            Optional.empty());
  }

  private SigningKeys ofBusiness(Signatory signatory, Stored stored) {
    long businessId = signatory.businessId();
    Stream<byte[]> encrypted =
        stored.secrets().getOrDefault(businessId, List.of()).stream()
            .map(StoredWebhookSecret::secretEncrypted);
    return new SigningKeys(
        secrets(WebhookSecret.encryptionContext(businessId), encrypted),
        legacySecret(signatory.apiKeyId(), stored));
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

  private List<WebhookSecret> secrets(String context, Stream<byte[]> encrypted) {
    return encrypted
        .map(one -> encryption.decrypt(context, one))
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
