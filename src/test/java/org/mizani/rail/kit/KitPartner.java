package org.mizani.rail.kit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceClient.Answer;
import org.mizani.support.ServiceProcess;

/** Partner that repeats each unanswered request under its reference, at the next pod. */
final class KitPartner {

  private final Map<ServiceProcess, ServiceClient> clients = new ConcurrentHashMap<>();
  private final KitPods pods;
  private final String key;
  private final String secret;

  private KitPartner(KitPods pods, String key, String secret) {
    this.pods = pods;
    this.key = key;
    this.secret = secret;
  }

  /** Registers a business with this balance of its payout wallet, in major units. */
  static KitPartner register(KitPods pods, String currency, BigDecimal funds) throws IOException {
    ServiceClient operator = ServiceClient.operator(pods.pod(0));
    JsonNode business =
        operator.post("/operator/businesses", Map.of("name", "Acacia Traders")).succeeded();
    String path = "/operator/businesses/" + business.get("businessId").asText();
    operator
        .post(
            path + "/top-ups",
            Map.of(
                "currency",
                currency,
                "purpose",
                "payout",
                "amount",
                funds,
                "reference",
                "kit-funds"))
        .succeeded();
    JsonNode issued = operator.post(path + "/api-keys", Map.of()).succeeded();
    return new KitPartner(pods, issued.get("apiKey").asText(), issued.get("apiSecret").asText());
  }

  /**
   * Sends the request to one pod after the other until one answers.
   *
   * @param first number of the pod that gets the first request
   * @return the service's reference
   * @throws AssertionError if the request is refused, or never answered
   */
  UUID pay(KitOrder order, String reference, int first) {
    AtomicInteger pod = new AtomicInteger(first);
    return Eventually.eventually(
            () -> send(order, reference, pod.getAndIncrement()), Optional::isPresent)
        .orElseThrow();
  }

  private Optional<UUID> send(KitOrder order, String reference, int pod) {
    try {
      ServiceClient client = client(pods.pod(pod));
      Answer answer = client.post(order.path(), order.under(reference));
      if (answer.status() == 503) {
        return Optional.empty();
      }
      // An earlier attempt had its effect.
      Answer known =
          answer.status() == 409 ? client.get("/business/transactions/" + reference) : answer;
      if (known.status() != 201 && known.status() != 200) {
        throw new AssertionError(reference + ": " + answer + ", " + known);
      }
      return Optional.of(UUID.fromString(known.body().get("serviceReference").asText()));
    } catch (IOException noAnswer) {
      return Optional.empty();
    }
  }

  private ServiceClient client(ServiceProcess pod) throws IOException {
    ServiceClient known = clients.get(pod);
    if (known != null) {
      return known;
    }
    ServiceClient client = ServiceClient.of(pod);
    if (client.authenticate(key, secret).status() != 200) {
      throw new IOException("no token");
    }
    clients.put(pod, client);
    return client;
  }
}
