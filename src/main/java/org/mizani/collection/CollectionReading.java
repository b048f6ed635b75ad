package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;

/** Reads a business's collections. */
@Singleton
final class CollectionReading {

  private static final String FIND = select("AND id = $2");
  private static final String WITH_REFERENCE = select("AND reference = $2");
  private static final String NEWEST = select("ORDER BY created_at DESC, id DESC LIMIT $2");

  private final Database database;

  CollectionReading(Database database) {
    this.database = database;
  }

  /** The collection with this id, if it is the business's. */
  Uni<Optional<Collection>> find(long businessId, UUID id) {
    return read(FIND, Tuple.of(businessId, id)).map(found -> found.stream().findFirst());
  }

  /** The collection that the business made under this reference, or none. */
  Uni<List<Collection>> withReference(long businessId, String reference) {
    return read(WITH_REFERENCE, Tuple.of(businessId, reference));
  }

  /** The newest collections of the business, newest first. */
  Uni<List<Collection>> newest(long businessId, int most) {
    return read(NEWEST, Tuple.of(businessId, most));
  }

  private Uni<List<Collection>> read(String statement, Tuple parameters) {
    return database.execute(statement, parameters).map(CollectionReading::collections);
  }

  private static List<Collection> collections(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false).map(Collection::of).toList();
  }

  private static String select(String which) {
    return "SELECT %s FROM collection WHERE business_id = $1 %s"
        .formatted(Collection.COLUMNS, which);
  }
}
