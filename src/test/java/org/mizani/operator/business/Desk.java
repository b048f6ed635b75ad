package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners.Partner;

/** Operator's requests, for tests of lists, settlements and replays. */
@Singleton
public class Desk {

  private final Rows rows;

  Desk(Rows rows) {
    this.rows = rows;
  }

  /** Returns the id of the partner's business on the wire. */
  public static String idOf(Partner partner) {
    return partner.request().get("/business/balance").path("businessId");
  }

  /** Sends an operator's GET request with this query. */
  public static Response get(String path, Map<String, ?> query) {
    return TestOperator.request().queryParams(query).get(path);
  }

  /** The time range of a search that has all payments of the test. */
  public static Map<String, Object> aroundNow() {
    Instant now = Instant.now();
    Map<String, Object> range = new HashMap<>();
    range.put("from", now.minus(Duration.ofHours(1)).toString());
    range.put("to", now.plus(Duration.ofHours(1)).toString());
    return range;
  }

  /** Parameters of a search in that range by {@code name=value&name=value}. */
  public static Map<String, Object> aroundNow(String query) {
    Map<String, Object> parameters = aroundNow();
    for (String parameter : query.split("&")) {
      parameters.put(parameter.split("=")[0], parameter.split("=")[1]);
    }
    return parameters;
  }

  /** Sends an operator's POST request with this body. */
  public static Response post(String path, Map<String, ?> body) {
    return TestOperator.request().body(body).post(path);
  }

  /** Returns one field of all items of a list, which must fit on a single page. */
  public static List<String> listed(String path, Map<String, ?> query, String field) {
    Response answer = get(path, query);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.<String>path("nextCursor")).isNull();
    return answer.path("items." + field);
  }

  /** Returns one field of all items of a list, page by page. */
  public static List<String> walked(String path, Map<String, Object> query, String field) {
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

  /** Returns the actions that the audit log has on this subject, oldest first. */
  public List<String> actionsOn(String subject) {
    return rows
        .execute("SELECT action FROM audit_entry WHERE subject = $1 ORDER BY id", subject)
        .stream()
        .map(row -> row.getString("action"))
        .toList();
  }

  /** Runs work while the encrypted signature of the partner's API key cannot be decrypted. */
  public void whileUnreadable(Partner partner, Runnable work) {
    Row kept =
        rows.execute("SELECT signature_encrypted FROM api_key WHERE key = $1", partner.apiKey())
            .get(0);
    encrypt(partner, Buffer.buffer(new byte[1]));
    try {
      work.run();
    } finally {
      encrypt(partner, kept.getBuffer(0).getDelegate());
    }
  }

  private void encrypt(Partner partner, Buffer encrypted) {
    rows.execute(
        "UPDATE api_key SET signature_encrypted = $2 WHERE key = $1", partner.apiKey(), encrypted);
  }

  /** Returns the number of entries of the audit log, with that of the operator's log-in. */
  public long entries() {
    TestOperator.token();
    return rows.count("SELECT count(*) FROM audit_entry");
  }
}
