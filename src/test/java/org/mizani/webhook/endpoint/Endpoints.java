package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver.Received;

/** Webhook endpoints of a business, as it manages them. */
record Endpoints(Partner partner) {

  static final String PATH = "/business/webhook-endpoints";

  /** A new endpoint at this URL for these kinds of event. */
  JsonObject make(String url, String... kinds) {
    Response made = post(Map.of("url", url, "kinds", List.of(kinds)));
    assertThat(made.statusCode()).as(made.asString()).isEqualTo(201);
    return new JsonObject(made.asString());
  }

  Response post(Map<String, ?> form) {
    return request().body(form).post(PATH);
  }

  Response post(JsonObject endpoint, String verb) {
    return request().post(pathOf(endpoint) + "/" + verb);
  }

  Response get(JsonObject endpoint) {
    return request().get(pathOf(endpoint));
  }

  Response delete(JsonObject endpoint) {
    return request().delete(pathOf(endpoint));
  }

  List<String> ids() {
    return request().get(PATH).succeeded().json().getList("items.id");
  }

  private Request request() {
    return partner.request();
  }

  static String pathOf(JsonObject endpoint) {
    return PATH + "/" + endpoint.getString("id");
  }

  /** Whether the reference library verifies a webhook with the secret of this answer. */
  static boolean isVerified(JsonObject endpoint, Received webhook) {
    try {
      new Webhook(endpoint.getString("secret")).verify(webhook.body(), webhook.headers());
      return true;
    } catch (WebhookVerificationException e) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
