package org.mizani.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestPartners.Partner;

/** Reader of a business's events: it goes on where it has come to, as a partner does. */
final class ReadEvents {

  static final String PATH = "/business/events";

  private final Partner partner;
  private final int limit;
  private String after = "";

  ReadEvents(Partner partner, int limit) {
    this.partner = partner;
    this.limit = limit;
  }

  /** The cursor that it has come to. */
  String after() {
    return after;
  }

  /** The events since the last call, page by page. */
  List<JsonObject> next() {
    List<JsonObject> all = new ArrayList<>();
    boolean more = true;
    while (more) {
      JsonObject page = page();
      JsonArray items = page.getJsonArray("items");
      assertThat(items.size()).isLessThanOrEqualTo(limit);
      items.forEach(item -> all.add((JsonObject) item));
      more = page.getBoolean("more");
      after = page.getString("after");
    }
    return all;
  }

  /** The payments of the events since the last call, by their reference. */
  List<String> nextReferences() {
    return next().stream().map(ReadEvents::reference).toList();
  }

  static String reference(JsonObject event) {
    JsonObject data = event.getJsonObject("data");
    return data.getString("businessReference", data.getString("reference"));
  }

  private JsonObject page() {
    Request request = partner.request().queryParam("limit", limit);
    Response page = (after.isEmpty() ? request : request.queryParam("after", after)).get(PATH);
    assertThat(page.statusCode()).as(page.asString()).isEqualTo(200);
    return new JsonObject(page.asString());
  }
}
