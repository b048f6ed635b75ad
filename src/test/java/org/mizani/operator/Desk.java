package org.mizani.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.restassured.response.Response;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mizani.support.Rows;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners.Partner;

/** An operator at work, as the tests of lists, settlements and replays need one. */
@Singleton
class Desk {

  private final Rows rows;

  Desk(Rows rows) {
    this.rows = rows;
  }

  /** The id that a business has on the wire. */
  static String idOf(Partner partner) {
    return partner.request().get("/business/balance").path("businessId");
  }

  static Response get(String path, Map<String, ?> query) {
    return TestOperator.request().queryParams(query).get(path);
  }

  static Response post(String path, Map<String, ?> body) {
    return TestOperator.request().body(body).post(path);
  }

  /** One field of the items of a list that has a single page. */
  static List<String> listed(String path, Map<String, ?> query, String field) {
    Response answer = get(path, query);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.<String>path("nextCursor")).isNull();
    return answer.path("items." + field);
  }

  /** One field of the items of all pages. */
  static List<String> walked(String path, Map<String, Object> query, String field) {
    List<String> walked = new ArrayList<>();
    Map<String, Object> next = new HashMap<>(query);
    String cursor;
    do {
      Response page = get(path, next);
      walked.addAll(page.<List<String>>path("items." + field));
      cursor = page.path("nextCursor");
      next.put("cursor", String.valueOf(cursor));
    } while (cursor != null);
    return walked;
  }

  /** The actions of the audit log on this subject, in their order. */
  List<String> actionsOn(String subject) {
    return rows
        .execute("SELECT action FROM audit_entry WHERE subject = $1 ORDER BY id", subject)
        .stream()
        .map(row -> row.getString("action"))
        .toList();
  }

  /** How many entries the audit log has. */
  long entries() {
    return rows.count("SELECT count(*) FROM audit_entry");
  }
}
