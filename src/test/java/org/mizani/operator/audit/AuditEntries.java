package org.mizani.operator.audit;

import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.support.Rows;
import org.mizani.support.TestOperator;

/** What the audit log holds, as tests look at it. */
@Singleton
public class AuditEntries {

  private final Rows rows;

  AuditEntries(Rows rows) {
    this.rows = rows;
  }

  /** One entry; before and after are null where nothing is written of them. */
  public record Written(String action, JsonObject before, JsonObject after) {}

  /** What the tests' operator did to this subject, oldest first. */
  public List<Written> of(String subject) {
    return rows
        .execute(
            """
            SELECT action, before, after FROM audit_entry
            WHERE subject = $1 AND operator = $2 AND request_id <> '' ORDER BY id
            """,
            subject,
            TestOperator.KEY)
        .stream()
        .map(
            row ->
                new Written(
                    row.getString("action"),
                    row.getJsonObject("before"),
                    row.getJsonObject("after")))
        .toList();
  }

  /** How many entries there are in all. */
  public long count() {
    return rows.count("SELECT count(*) FROM audit_entry");
  }

  /** How many entries quote this text anywhere. */
  public long quoting(String text) {
    return rows.count("SELECT count(*) FROM audit_entry e WHERE position($1 IN e::text) > 0", text);
  }
}
