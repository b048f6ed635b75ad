package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import org.mizani.database.Database;

/**
 * Prompts that callbacks alone have named, and their networks have borne out, each with its
 * collection: a network's answer does not tell whose prompt it is (ADR 19).
 */
@Singleton
final class NamedPrompts {

  /** The first collection keeps it. */
  private static final String NAME =
      """
      INSERT INTO named_prompt AS n (rail, network_id, collection_id) VALUES ($1, $2, $3)
      ON CONFLICT (rail, network_id) DO UPDATE SET collection_id = n.collection_id
      RETURNING collection_id
      """;

  private final Database database;

  NamedPrompts(Database database) {
    this.database = database;
  }

  /** Notes that a prompt is of this collection; false if it is of another one. */
  Uni<Boolean> isOf(PendingCollection collection, String networkId) {
    return database.one(
        NAME,
        Tuple.of(collection.rail(), networkId, collection.id()),
        row -> row.getUUID("collection_id").equals(collection.id()));
  }
}
