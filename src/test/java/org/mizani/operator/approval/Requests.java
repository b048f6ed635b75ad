package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestOperator;

/** Requests that wait, decided by the tests' other operator. */
@Singleton
class Requests {

  /** Refusal of what would be done in the name of a requester with another access. */
  static final String CHANGED = "access of its requester has changed since the request";

  /** Refusal of what a requester may not do any more. */
  static final String NOT_ALLOWED = "its requester may not do this any more";

  private static final String APPROVALS = "/operator/approvals/";

  private final Rows rows;

  Requests(Rows rows) {
    this.rows = rows;
  }

  /** Entry of the audit log about a request: its action and operator. */
  record Entry(String action, String operator) {}

  /** The id of the request in an answer that an operation waits. */
  static String waiting(Response answer) {
    return waiting(answer, TestOperator.KEY);
  }

  /** The same of a request of this operator. */
  static String waiting(Response answer, String requester) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(202);
    assertThat(answer.<String>path("status")).isEqualTo("waiting");
    assertThat(answer.<String>path("requestedBy")).isEqualTo(requester);
    return answer.path("id");
  }

  static Response read(String id) {
    return TestOperator.request().get(APPROVALS + id).succeeded();
  }

  static String status(String id) {
    return read(id).path("status");
  }

  /** Approves as the other operator. */
  static Response approve(String id) {
    return approve(id, TestOperator.second());
  }

  static Response approve(String id, Request by) {
    return by.post(APPROVALS + id + "/approval");
  }

  static Response refuse(String id, Request by) {
    return by.body(Map.of("reason", "not agreed")).post(APPROVALS + id + "/refusal");
  }

  static Response withdraw(String id, Request by) {
    return by.delete(APPROVALS + id);
  }

  /** The entries about a request, oldest first. */
  List<Entry> entriesOf(String id) {
    return entries("approval/" + id);
  }

  /** The entries about a subject, oldest first. */
  List<Entry> entries(String subject) {
    return rows
        .execute("SELECT action, operator FROM audit_entry WHERE subject = $1 ORDER BY id", subject)
        .stream()
        .map(row -> new Entry(row.getString("action"), row.getString("operator")))
        .toList();
  }

  /** The values after the last change of a subject. */
  JsonObject lastEntry(String subject) {
    return rows.execute(
            "SELECT after FROM audit_entry WHERE subject = $1 ORDER BY id DESC LIMIT 1", subject)
        .get(0)
        .getJsonObject("after");
  }

  /** Ends the time of a request. */
  void expire(String id) {
    rows.execute("UPDATE approval SET expires_at = now() WHERE id = $1", UUID.fromString(id));
  }

  /** Whether the request holds its operation yet. */
  boolean holdsOperation(String id) {
    return rows.count(
            "SELECT count(request_encrypted) FROM approval WHERE id = $1", UUID.fromString(id))
        == 1;
  }
}
