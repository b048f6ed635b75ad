package org.mizani.operator.audit;

import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.support.Rows;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Reader of the audit log, for tests. */
@Singleton
public class AuditEntries {

  private final Rows rows;

  AuditEntries(Rows rows) {
    this.rows = rows;
  }

  /** Entry of the audit log. Before and after are null where the entry has no such value. */
  public record Written(String action, JsonObject before, JsonObject after) {}

  /** Returns the entries of the tests' operator about this subject, oldest first. */
  public List<Written> of(String subject) {
    return of(subject, TestOperator.KEY);
  }

  /** Returns the entries of this operator about this subject, oldest first. */
  public List<Written> of(String subject, String operator) {
    return rows
        .execute(
            """
            SELECT action, before, after FROM audit_entry
            WHERE subject = $1 AND operator = $2 AND request_id <> '' ORDER BY id
            """,
            subject,
            operator)
        .stream()
        .map(
            row ->
                new Written(
                    row.getString("action"),
                    row.getJsonObject("before"),
                    row.getJsonObject("after")))
        .toList();
  }

  /** Returns the refusals of operations of a person, oldest first. */
  public List<String> refusalsOf(Person person) {
    return of(person.subject(), person.key()).stream()
        .filter(entry -> entry.action().equals("operator.refuse-operation"))
        .map(entry -> entry.after().getString("refusal"))
        .toList();
  }

  /** Returns the number of all entries, after the log-in of the tests' operator, which is one. */
  public long count() {
    TestOperator.token();
    return rows.count("SELECT count(*) FROM audit_entry");
  }

  /** Returns the number of entries that contain this text in any column. */
  public long quoting(String text) {
    return rows.count("SELECT count(*) FROM audit_entry e WHERE position($1 IN e::text) > 0", text);
  }
}
