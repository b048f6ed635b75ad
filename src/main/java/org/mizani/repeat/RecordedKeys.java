package org.mizani.repeat;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.mizani.access.Caller;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.ErrorCode;
import org.mizani.work.BatchColumns;

/**
 * Recorded idempotency keys, each with its request and the answer to that. The statement that
 * creates payments records the keys of their requests, by the clauses of this class; a refusal is
 * recorded by itself.
 */
@Singleton
public final class RecordedKeys {

  /**
   * Records the keys of a relation of requests, which has the columns of {@link #with} and those of
   * a payment. A key that exists already is skipped. It waits for one that another transaction is
   * recording, in the order of business and key.
   */
  private static final String RECORDED =
      """
      , recorded_key AS (
        INSERT INTO idempotency_key (business_id, key, request_encrypted, payment_id)
        SELECT business_id, request_key, request_encrypted, id
        FROM %s
        WHERE request_key IS NOT NULL
        ORDER BY business_id, request_key, position
        ON CONFLICT (business_id, key) DO NOTHING
        RETURNING payment_id
      )""";

  /** Condition of requests that may create a payment: without a key, or the first of theirs. */
  public static final String WHERE_IS_FIRST =
      "\n  WHERE request_key IS NULL OR id = ANY (ARRAY(SELECT payment_id FROM recorded_key))";

  /** Further column of a batch of requests: the id of the first one of its key. */
  public static final String FIRST_ID =
      """
      , CASE WHEN request_key IS NULL THEN id ELSE first_value(id) OVER (
            PARTITION BY business_id, request_key ORDER BY position) END AS first_id""";

  /**
   * Further condition of the request {@code r}: if it has a key, that is not recorded yet, and no
   * request before it in the batch has it.
   */
  public static final String AND_IS_NEW =
      """

          AND r.id = r.first_id AND (
          SELECT k.created_at FROM idempotency_key k
          WHERE k.business_id = r.business_id AND k.key = r.request_key) IS NULL""";

  /**
   * Records a refusal. Where the creating statement has recorded the key of this very request, and
   * its reference was used, that row becomes the refusal: each encryption of a digest is another.
   * The key of a payment that exists never does. A quote is not looked for: the transaction that
   * records its key ends with the quote, or without both, and its later refusals are not
   * remembered.
   */
  static final String RECORD_REFUSAL =
      """
      WITH own AS (
        UPDATE idempotency_key SET payment_id = NULL, refusal = $4
        WHERE business_id = $1 AND key = $2 AND request_encrypted = $3
          AND NOT EXISTS (SELECT FROM payout p WHERE p.id = payment_id)
          AND NOT EXISTS (SELECT FROM collection c WHERE c.id = payment_id)
        RETURNING key
      ), recorded AS (
        INSERT INTO idempotency_key (business_id, key, request_encrypted, refusal)
        SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM own)
        ON CONFLICT (business_id, key) DO NOTHING
        RETURNING key
      )
      SELECT key FROM own UNION ALL SELECT key FROM recorded
      """;

  static final String FIND =
      """
      SELECT request_encrypted, payment_id, refusal FROM idempotency_key
      WHERE business_id = $1 AND key = $2
      """;

  private final Database database;
  private final FieldEncryption encryption;

  RecordedKeys(Database database, FieldEncryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /**
   * What is recorded of a key.
   *
   * @param digest of the first request
   * @param paymentId of what it was to create; empty if it was refused
   * @param refusal empty unless it was refused, with a code that this version knows
   */
  record Recorded(byte[] digest, Optional<UUID> paymentId, Optional<ApiFault> refusal) {}

  /** The columns of a batch of requests, with those of their keys. */
  public static <T> BatchColumns<T> with(
      BatchColumns<T> columns, Function<T, Optional<RequestKey>> key) {
    return columns
        .text("request_key", item -> key.apply(item).map(RequestKey::text).orElse(null))
        .bytea(
            "request_encrypted",
            item -> key.apply(item).map(RequestKey::encryptedDigest).orElse(null));
  }

  /** The clause that records the keys of this relation of requests. */
  public static String recordedOf(String relation) {
    return RECORDED.formatted(relation);
  }

  /** The key of a caller's request with this digest, to record. */
  RequestKey key(Caller caller, String text, byte[] digest) {
    return new RequestKey(text, digest, encryption.encrypt(context(caller, text), digest));
  }

  /**
   * Records a refusal as the answer to a key; answers whether that is the first request of the key.
   */
  Uni<Boolean> record(Caller caller, RequestKey key, ApiFault refusal) {
    return database
        .execute(
            RECORD_REFUSAL,
            Tuple.of(
                caller.businessId(), key.text(), key.encryptedDigest(), Refusal.write(refusal)))
        .map(recorded -> recorded.size() == 1);
  }

  /**
   * Makes an object with a secret once, in a transaction of the caller of this method that holds
   * the lock of the caller's business. The first answer is not given again, as the secret is not
   * kept.
   *
   * @param repeated the answer to a repeat, which names the object
   * @throws ApiException (as failure) that one; 422 for a key of another request
   */
  public <T> Uni<T> once(
      Caller caller,
      Optional<RequestKey> key,
      Supplier<Uni<T>> making,
      Function<T, ApiFault> repeated) {
    return key.map(given -> once(caller, given, making, repeated)).orElseGet(making);
  }

  private <T> Uni<T> once(
      Caller caller, RequestKey key, Supplier<Uni<T>> making, Function<T, ApiFault> repeated) {
    return find(caller, key)
        .chain(
            first ->
                first
                    .map(made -> RecordedKeys.<T>refuse(key, made))
                    .orElseGet(
                        () ->
                            making
                                .get()
                                .call(made -> recordOnce(caller, key, repeated.apply(made)))));
  }

  private static <T> Uni<T> refuse(RequestKey key, Recorded first) {
    return key.isOf(first.digest())
        ? first.refusal().orElse(ApiFault.SERVICE_UNAVAILABLE).asFailure()
        : ApiFault.IDEMPOTENCY_KEY_REUSED.asFailure();
  }

  /** A payment may have taken the key meanwhile: it does not wait for the business's lock. */
  private Uni<Void> recordOnce(Caller caller, RequestKey key, ApiFault repeated) {
    return record(caller, key, repeated)
        .chain(
            isFirst ->
                isFirst
                    ? Uni.createFrom().voidItem()
                    : ApiFault.IDEMPOTENCY_KEY_REUSED.asFailure());
  }

  /**
   * Whether a key of this caller is recorded, for a creation that costs more than to look. The
   * statement that records the key decides all the same.
   */
  public Uni<Boolean> isRecorded(Caller caller, RequestKey key) {
    return database
        .execute(FIND, Tuple.of(caller.businessId(), key.text()))
        .map(found -> found.size() > 0);
  }

  /** What is recorded of a key, if it is. */
  Uni<Optional<Recorded>> find(Caller caller, RequestKey key) {
    return database.find(
        FIND, Tuple.of(caller.businessId(), key.text()), row -> read(row, caller, key.text()));
  }

  private Recorded read(Row row, Caller caller, String key) {
    return new Recorded(
        encryption.decrypt(context(caller, key), row.getBuffer("request_encrypted").getBytes()),
        Optional.ofNullable(row.getUUID("payment_id")),
        Optional.ofNullable(row.getJsonObject("refusal")).flatMap(Refusal::read));
  }

  private static String context(Caller caller, String key) {
    return "idempotency_key/" + caller.businessId() + "/" + key;
  }

  /** Refusals as JSON: their code, message and further headers, none of them personal. */
  private static final class Refusal {

    private static JsonObject write(ApiFault fault) {
      return new JsonObject()
          .put("code", fault.code().text())
          .put("message", fault.message())
          .put("headers", new JsonObject(Map.copyOf(fault.details())));
    }

    /** Empty where a newer version has recorded a code that this one does not know. */
    private static Optional<ApiFault> read(JsonObject json) {
      return Arrays.stream(ErrorCode.values())
          .filter(code -> code.text().equals(json.getString("code")))
          .findFirst()
          .map(code -> read(code, json));
    }

    private static ApiFault read(ErrorCode code, JsonObject json) {
      return new ApiFault(
          code,
          json.getString("message"),
          Optional.empty(),
          json.getJsonObject("headers").stream()
              .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().toString())));
    }
  }
}
