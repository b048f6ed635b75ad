package org.mizani.operator.payment;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.callback.CallbackMeaning;
import org.mizani.rail.callback.CallbackMeanings;
import org.mizani.rail.callback.KeptCallback;
import org.mizani.rail.callback.KeptCallbacks;
import org.mizani.work.ClaimedRows;

/**
 * Ids and words of networks about one payment: the ids under which they acknowledged it, and the
 * words of the callbacks that are kept.
 */
@Singleton
final class NetworkWords {

  private static final String TERMS =
      """
      SELECT p.rail, (extract(epoch FROM now() - p.created_at) * 1000)::bigint AS age_ms,
             coalesce(%2$s) AS network_ids
      FROM %1$s p LEFT JOIN %1$s_due q ON q.id = p.id %3$s
      WHERE p.id = $1
      """;

  private static final String OF_PAYOUT =
      TERMS.formatted(
          "payout",
          "q.network_ids, w.network_ids, p.network_ids",
          "LEFT JOIN payout_watch w ON w.id = p.id");

  private static final String OF_COLLECTION =
      TERMS.formatted("collection", "q.network_ids, p.network_ids", "");

  private static final Map<UUID, NetworkWord> NONE = Map.of();

  private final Database database;
  private final CallbackMeanings meanings;
  private final KeptCallbacks kept;

  NetworkWords(Database database, CallbackMeanings meanings, KeptCallbacks kept) {
    this.database = database;
    this.meanings = meanings;
    this.kept = kept;
  }

  /** Terms of a payment by which callbacks about it count. */
  private record Terms(String rail, Duration age, List<String> networkIds) {

    private static Terms of(Row row) {
      return new Terms(
          row.getString("rail"),
          Duration.ofMillis(row.getLong("age_ms")),
          ClaimedRows.networkIds(row));
    }
  }

  /** The callbacks of a payout or a collection as they came; empty if there is no such payment. */
  Uni<Optional<List<KeptCallback>>> asTheyCame(CallbackSubject payment) {
    return terms(payment)
        .chain(
            found ->
                found
                    .map(terms -> kept.of(payment, terms.rail(), terms.age()).map(Optional::of))
                    .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
  }

  private Uni<Optional<Terms>> terms(CallbackSubject payment) {
    String read = payment.kind() == CallbackSubject.Kind.PAYOUT ? OF_PAYOUT : OF_COLLECTION;
    return database.find(read, Tuple.of(payment.id()), Terms::of);
  }

  /**
   * Known of a payment by its network.
   *
   * @param ids under which it acknowledged the payment, and questions about it, the oldest first
   * @param words about the payment, by the ids of their callbacks
   */
  record Heard(List<String> ids, Map<UUID, NetworkWord> words) {}

  /**
   * The ids and words of the network of a payout or a collection.
   *
   * @param called back about the payment: without that its words are not read
   */
  Uni<Heard> about(CallbackSubject payment, boolean called) {
    return terms(payment)
        .map(Optional::orElseThrow)
        .chain(
            terms ->
                (called ? words(payment, terms) : Uni.createFrom().item(NONE))
                    .map(said -> new Heard(terms.networkIds(), said)));
  }

  private Uni<Map<UUID, NetworkWord>> words(CallbackSubject payment, Terms terms) {
    return meanings
        .of(payment, terms.rail(), terms.age(), terms.networkIds())
        .map(
            found ->
                found.stream()
                    .collect(
                        toUnmodifiableMap(
                            CallbackMeaning::callback,
                            NetworkWord::of,
                            (younger, older) -> younger)));
  }
}
