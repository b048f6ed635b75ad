package org.mizani.rail.callback;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.mizani.database.Database;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.ReceivedCallback;
import org.mizani.work.BatchColumns;
import org.mizani.work.Batcher;
import org.mizani.work.ClaimedRows;

/** Store of callbacks, written and read many in one statement, their contents sealed. */
@Singleton
final class CallbackStore {

  /** What is sealed: a callback may name its customer. */
  @RegisterForReflection
  record Sealed(
      String method, String authority, String path, Map<String, String> headers, byte[] body) {}

  private record Entry(StoredCallback callback, byte[] sealed) {}

  private static final BatchColumns<Entry> CALLBACK =
      new BatchColumns<Entry>()
          .uuid("id", e -> e.callback().id())
          .text("rail", e -> e.callback().rail())
          .text("kind", e -> e.callback().subject().map(s -> s.kind().code()).orElse(null))
          .uuid("payment_id", e -> e.callback().subject().map(CallbackSubject::id).orElse(null))
          .text("purpose", e -> e.callback().callback().purpose().orElse(null))
          .integer("by_path", e -> e.callback().byPath() ? 1 : 0)
          .integer("allowed_source", e -> e.callback().allowedSource() ? 1 : 0)
          .integer("speaks", e -> e.callback().speaks() ? 1 : 0)
          .text("source", e -> e.callback().source())
          .bytea("body_encrypted", Entry::sealed);

  private static final String INSERT =
      """
      INSERT INTO rail_callback (
        id, rail, kind, payment_id, purpose, by_path, allowed_source, speaks, source,
        body_encrypted)
      SELECT id, rail, kind, payment_id, purpose, by_path = 1, allowed_source = 1, speaks = 1,
             source, body_encrypted
      FROM %s
      """
          .formatted(CALLBACK.as("c"));

  /**
   * Question for the callbacks about one payment.
   *
   * @param age of the payment
   */
  private record Question(String rail, CallbackSubject subject, Duration age) {}

  private record Found(int position, Optional<StoredCallback> callback) {}

  private static final BatchColumns<Question> QUESTION =
      new BatchColumns<Question>()
          .text("rail", Question::rail)
          .text("kind", q -> q.subject().kind().code())
          .uuid("payment_id", q -> q.subject().id())
          .bigint("age_ms", q -> q.age().toMillis());

  /**
   * Those of the months since each payment was created, and a day before it. Answers to questions
   * that decide nothing are left out first: there may be many, and one result alone.
   */
  static final String READ =
      """
      SELECT q.position, c.id, c.received_at, c.purpose, c.by_path, c.allowed_source, c.speaks,
             c.source, c.body_encrypted
      FROM %s
      CROSS JOIN LATERAL (
        SELECT * FROM rail_callback
        WHERE payment_id = q.payment_id AND rail = q.rail AND kind = q.kind
          AND received_at >= now() - (q.age_ms + 86400000) * interval '1 millisecond'
        ORDER BY speaks DESC, received_at DESC LIMIT %s
      ) c
      ORDER BY q.position, c.received_at DESC
      """
          .formatted(QUESTION.as("q"), QUESTION.parameterAfter(1));

  private final Database database;
  private final EncryptedJson<Sealed> encryption;
  private final CallbackConfig config;
  private final Batcher<Entry, Boolean> storing;
  private final Batcher<Question, List<StoredCallback>> reading;

  CallbackStore(
      Database database, FieldEncryption encryption, ObjectMapper json, CallbackConfig config) {
    config.validate();
    this.database = database;
    this.encryption = new EncryptedJson<>(encryption, json, "rail-callback", Sealed.class);
    this.config = config;
    this.storing = new Batcher<>(config.store(), this::insert);
    this.reading = new Batcher<>(config.store(), this::read);
  }

  /** Stores a callback: once this has ended well, it is on disk. */
  Uni<Void> store(StoredCallback callback) {
    return storing.submit(new Entry(callback, sealed(callback))).replaceWithVoid();
  }

  private Uni<List<Boolean>> insert(List<Entry> entries) {
    return database
        .execute(INSERT, CALLBACK.parameters(entries))
        .replaceWith(Collections.nCopies(entries.size(), true));
  }

  private byte[] sealed(StoredCallback stored) {
    ReceivedCallback callback = stored.callback();
    return encryption.encrypt(
        stored.id(),
        new Sealed(
            callback.method(),
            callback.authority(),
            callback.path(),
            callback.headers(),
            callback.body()));
  }

  /**
   * Callbacks of a rail about one payment, the youngest first; of more than are read those that may
   * say something definite.
   *
   * @param age of the payment
   */
  Uni<List<StoredCallback>> of(String rail, CallbackSubject subject, Duration age) {
    return reading.submit(new Question(rail, subject, age));
  }

  private Uni<List<List<StoredCallback>>> read(List<Question> questions) {
    return database
        .list(READ, QUESTION.parameters(questions, config.maxWords()), row -> found(row, questions))
        .map(found -> inOrder(found, questions.size()));
  }

  private static List<List<StoredCallback>> inOrder(List<Found> found, int questions) {
    Map<Integer, List<StoredCallback>> byPosition =
        found.stream()
            .collect(
                Collectors.groupingBy(
                    Found::position,
                    Collectors.flatMapping(
                        one -> one.callback().stream(), Collectors.toUnmodifiableList())));
    return IntStream.rangeClosed(1, questions)
        .mapToObj(position -> byPosition.getOrDefault(position, List.of()))
        .toList();
  }

  private Found found(Row row, List<Question> questions) {
    int position = row.getInteger("position");
    return new Found(position, callback(row, questions.get(position - 1)));
  }

  private Optional<StoredCallback> callback(Row row, Question question) {
    UUID id = row.getUUID("id");
    byte[] sealed = row.getBuffer("body_encrypted").getBytes();
    return ClaimedRows.decrypted("The callback", id, () -> encryption.decrypt(id, sealed))
        .map(
            content ->
                new StoredCallback(
                    id,
                    question.rail(),
                    Optional.of(question.subject()),
                    row.getBoolean("by_path"),
                    row.getBoolean("allowed_source"),
                    row.getBoolean("speaks"),
                    row.getString("source"),
                    received(row, content)));
  }

  private static ReceivedCallback received(Row row, Sealed content) {
    return new ReceivedCallback(
        content.method(),
        content.authority(),
        content.path(),
        content.headers(),
        content.body(),
        Optional.ofNullable(row.getString("purpose")),
        row.getOffsetDateTime("received_at").toInstant());
  }
}
