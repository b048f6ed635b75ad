package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ReadinessProxy;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;
import org.mizani.support.WebhookReceiver;

/** Two pods behind a proxy that follows their readiness are replaced one by one under load. */
@Tag("exhaustive")
class RollingRestartIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PARTNERS = 8;
  private static final int BETWEEN_RESTARTS = 100;

  @TempDir Path directory;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
  private final AtomicInteger references = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  @Test
  void losesNoRequestAndNoPayment() throws Exception {
    List<ServiceProcess> pods = new ArrayList<>();
    try (GivenDatabase database = GivenDatabase.create();
        ReadinessProxy proxy = ReadinessProxy.listen();
        WebhookReceiver receiver = WebhookReceiver.listen()) {
      // Given
      Map<String, String> secrets = TestSecrets.write(directory);
      addPod(pods, proxy, database, secrets);
      addPod(pods, proxy, database, secrets);
      ServiceClient operator = ServiceClient.operator(pods.get(0));
      ExecutorService partners = load(partner(operator, proxy, receiver));

      // When
      for (int old = 0; old < 2; old++) {
        awaitMoreRequests(BETWEEN_RESTARTS);
        pods.get(old).terminate();
        proxy.remove(pods.get(old));
        awaitMoreRequests(BETWEEN_RESTARTS);
        addPod(pods, proxy, database, secrets);
      }
      awaitMoreRequests(BETWEEN_RESTARTS);
      end(partners);

      // Then
      assertThat(unexpected).isEmpty();
      Eventually.holds(
          () ->
              assertThat(deliveredReferences(receiver))
                  .containsExactlyInAnyOrderElementsOf(acknowledged));
      assertThat(pods).allSatisfy(pod -> assertThat(pod.log()).doesNotContain("ERROR", "leases"));
      ServiceClient next = ServiceClient.operator(pods.get(3));
      JsonNode balance = next.get("/operator/ledger/trial-balance").succeeded();
      assertThat(balance.get("balanced").asBoolean()).isTrue();
      assertThat(next.get("/operator/payouts?status=termination_pending").succeeded().get("items"))
          .isEmpty();
    } finally {
      over.set(true);
      pods.forEach(ServiceProcess::close);
    }
  }

  private void addPod(
      List<ServiceProcess> pods,
      ReadinessProxy proxy,
      GivenDatabase database,
      Map<String, String> secrets)
      throws Exception {
    ServiceProcess pod =
        ServiceProcess.in(directory)
            .database(database)
            .secrets(secrets)
            .unhurried()
            .operator()
            .environment("PAYMENTS_RATE_LIMIT_PER_MINUTE", "1000000")
            // Longer than the proxy can be held up between two checks of readiness.
            .property("quarkus.shutdown.delay", "20s")
            // Far beyond the end of this test: work that a pod does not release stays undone.
            .property("payments.payout.settlement.lease", "1h")
            .property("payments.collection.settlement.lease", "1h")
            .property("payments.webhook.lease", "1h")
            // A call takes two seconds, and three JVMs share the processors.
            .property("payments.payout.settlement.shutdown-timeout", "60s")
            .property("payments.collection.settlement.shutdown-timeout", "60s")
            .property("payments.webhook.shutdown-wait", "60s")
            .start();
    pods.add(pod);
    proxy.add(pod.awaitReady());
    Eventually.holds(() -> assertThat(proxy.ready()).contains(pod));
  }

  private static ServiceClient partner(
      ServiceClient operator, ReadinessProxy proxy, WebhookReceiver receiver) throws IOException {
    JsonNode business =
        operator
            .post(
                "/operator/businesses",
                Map.of(
                    "name",
                    "Acacia Traders",
                    "collectionsEnabled",
                    true,
                    "callbackUrl",
                    receiver.url("/payouts"),
                    "collectionCallbackUrl",
                    receiver.url("/collections")))
            .succeeded();
    String path = "/operator/businesses/" + business.get("businessId").asText();
    operator
        .post(
            path + "/top-ups",
            Map.of(
                "currency",
                "KES",
                "purpose",
                "payout",
                "amount",
                100_000_000,
                "reference",
                "funds"))
        .succeeded();
    JsonNode key = operator.post(path + "/api-keys", Map.of()).succeeded();
    ServiceClient partner = ServiceClient.at(proxy.uri());
    partner.authenticate(key.get("apiKey").asText(), key.get("apiSecret").asText());
    return partner;
  }

  private ExecutorService load(ServiceClient partner) {
    ExecutorService partners = Executors.newFixedThreadPool(PARTNERS);
    for (int i = 0; i < PARTNERS; i++) {
      partners.execute(() -> payUntilOver(partner));
    }
    return partners;
  }

  private void payUntilOver(ServiceClient partner) {
    while (!over.get()) {
      int number = references.incrementAndGet();
      String reference = "reference-" + number;
      try {
        expect(201, number % 3 == 0 ? collect(partner, reference) : pay(partner, reference));
        acknowledged.add(reference);
        expect(200, partner.get("/business/balance?currency=KES"));
      } catch (IOException e) {
        unexpected.add(e.toString());
      }
    }
  }

  private static ServiceClient.Answer collect(ServiceClient partner, String reference)
      throws IOException {
    return partner.post("/business/collections", collectionOf(reference));
  }

  private static ServiceClient.Answer pay(ServiceClient partner, String reference)
      throws IOException {
    Map<String, Object> transfer = transferOf(reference);
    transfer.put("senderCurrency", "KES");
    return partner.post("/business/payout/transfer", transfer);
  }

  private void expect(int status, ServiceClient.Answer answer) {
    if (answer.status() != status) {
      unexpected.add(answer.toString());
    }
  }

  private void awaitMoreRequests(int requests) throws Exception {
    int before = acknowledged.size();
    Eventually.holds(
        () -> assertThat(acknowledged.size() - before).isGreaterThanOrEqualTo(requests));
  }

  private void end(ExecutorService partners) throws InterruptedException {
    over.set(true);
    partners.shutdown();
    assertThat(partners.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private static Set<String> deliveredReferences(WebhookReceiver receiver) throws IOException {
    Set<String> references = new HashSet<>();
    for (WebhookReceiver.Received received : receiver.received()) {
      JsonNode body = JSON.readTree(received.body());
      references.add(body.get(body.has("reference") ? "reference" : "businessReference").asText());
    }
    return references;
  }
}
