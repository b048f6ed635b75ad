package org.mizani.audit;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.database.Database;

/**
 * Append-only log of changes: actor, action, subject, time, values before and after. A change and
 * its entry are one transaction: neither is ever there without the other.
 */
@Singleton
public final class AuditLog {

  /** With this the subjects of operators begin, whose roles and log-ins their entries tell. */
  public static final String OPERATOR = "operator/";

  private final Database database;

  AuditLog(Database database) {
    this.database = database;
  }

  /**
   * Entry of a change.
   *
   * @param action such as {@code business.create}
   * @param subject the changed resource, such as {@code business/<id>}
   * @param before its fields before; empty if it was not there
   * @param after its fields now, never a secret
   */
  public record Entry(
      String action, String subject, Map<String, Object> before, Map<String, Object> after) {}

  /** The subject of a business, with which the subjects of its parts begin. */
  public static String business(UUID businessId) {
    return "business/" + businessId;
  }

  /** The subject of a business's payments, or of all. */
  public static String payments(Optional<UUID> businessId) {
    return businessId.map(id -> business(id) + "/").orElse("") + "payments";
  }

  /**
   * Makes a change and writes its entry, in one transaction.
   *
   * @param change runs its statements through {@link Database}
   * @param entry makes the entry of the change's result
   */
  public <T> Uni<T> audited(Actor actor, Supplier<Uni<T>> change, Function<T, Entry> entry) {
    return database.inTransaction(
        () -> change.get().call(result -> write(actor, entry.apply(result))));
  }

  /** Writes an entry alone or, within a transaction, as a part of that. */
  public Uni<Void> write(Actor actor, Entry entry) {
    AuditEntry written =
        new AuditEntry(
            actor.key(),
            actor.requestId(),
            entry.action(),
            entry.subject(),
            json(entry.before()),
            json(entry.after()));
    return database.inTransaction(written::persist).replaceWithVoid();
  }

  private static Optional<String> json(Map<String, Object> fields) {
    return fields.isEmpty() ? Optional.empty() : Optional.of(new JsonObject(fields).encode());
  }
}
