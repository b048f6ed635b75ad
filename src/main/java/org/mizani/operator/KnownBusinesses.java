package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;

/** Finds the business that a request names. */
@Singleton
final class KnownBusinesses {

  private static final String FIND = "SELECT id FROM business WHERE public_id = $1";
  private static final ApiFault NOT_FOUND = ApiFault.of(404, "business not found");

  private final Database database;

  KnownBusinesses(Database database) {
    this.database = database;
  }

  /**
   * The database's id of a business.
   *
   * @throws org.mizani.fault.ApiException (as failure) 404 {@code business not found}
   */
  Uni<Long> idOf(UUID businessId) {
    return database
        .execute(FIND, Tuple.of(businessId))
        .map(rows -> rows.iterator())
        .map(
            rows -> {
              if (!rows.hasNext()) {
                throw NOT_FOUND.asException();
              }
              return rows.next().getLong("id");
            });
  }

  /**
   * The id that a text is.
   *
   * @throws org.mizani.fault.ApiException 404 {@code business not found} for what is no id
   */
  static UUID parse(String businessId) {
    return PathIds.find(businessId).orElseThrow(NOT_FOUND::asException);
  }

  /** Succeeds where no business is named, or one that there is. */
  Uni<Void> check(Optional<UUID> businessId) {
    return businessId
        .map(id -> idOf(id).replaceWithVoid())
        .orElseGet(() -> Uni.createFrom().voidItem());
  }
}
