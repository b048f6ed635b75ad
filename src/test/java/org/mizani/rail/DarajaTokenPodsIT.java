package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.rail.daraja.StandInFault;
import org.mizani.rail.daraja.StandInOperation;
import org.mizani.support.Eventually;
import org.mizani.support.FreePort;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/**
 * Two processes on one database that pay through Daraja, each token of which ends the one before:
 * they share it. Each is called back at a port of its own, which tells whose a request is.
 */
@Tag("exhaustive")
class DarajaTokenPodsIT {

  private static final int PAYOUTS = 40;

  @TempDir Path directory;

  private final DarajaStandIn network = new DarajaStandIn();
  private final Set<String> paidBy = ConcurrentHashMap.newKeySet();
  private final List<String> callbacks = new ArrayList<>();
  private final List<ServiceProcess> pods = new ArrayList<>();
  private final List<ServiceClient> demos = new ArrayList<>();
  private GivenDatabase database;

  @BeforeEach
  void startTwoPods() throws Exception {
    network.open();
    network.plan(
        (operation, request) -> {
          if (operation == StandInOperation.B2C) {
            paidBy.add(request.path("ResultURL").asText().replaceAll("/rails/.*", ""));
          }
          return StandInFault.NONE;
        });
    database = GivenDatabase.create();
    Map<String, String> secrets = TestSecrets.write(directory);
    for (int i = 0; i < 2; i++) {
      ServiceProcess pod = start(secrets);
      pods.add(pod);
      demos.add(ServiceClient.demo(pod.awaitReady()));
    }
  }

  @AfterEach
  void stop() {
    pods.forEach(ServiceProcess::close);
    network.close();
    if (database != null) {
      database.close();
    }
  }

  @Test
  void bothPayWithOneTokenAndReplaceItOnce() throws Exception {
    // When
    List<String> first = payByBoth("first");

    // Then
    assertThat(paidBy).containsExactlyInAnyOrderElementsOf(callbacks);
    assertThat(network.tokens()).isOne();

    // When: a program that shares our credential has had a token
    network.invalidateToken();
    List<String> second = payByBoth("second");

    // Then
    assertThat(network.tokens()).isEqualTo(2);
    assertThat(paidBy).containsExactlyInAnyOrderElementsOf(callbacks);
    assertThat(network.books().entries(StandInOperation.B2C))
        .extracting(Entry::requestId)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(first.stream(), second.stream()).toList());
  }

  /**
   * Sends payouts to both pods by turns, until both have paid: a pod that waits for the token may
   * leave its first ones to the other.
   *
   * @return their service references
   */
  private List<String> payByBoth(String wave) {
    paidBy.clear();
    List<String> ids = new ArrayList<>();
    AtomicInteger times = new AtomicInteger();
    Eventually.eventually(
        () -> ids.addAll(payAtOnce(wave + "-" + times.incrementAndGet())),
        paid -> paidBy.containsAll(callbacks));
    return ids;
  }

  /** The service references of payouts that are sent at once, when all are paid. */
  private List<String> payAtOnce(String wave) {
    ExecutorService partners = Executors.newFixedThreadPool(PAYOUTS);
    try {
      List<Callable<String>> requests =
          IntStream.range(0, PAYOUTS).<Callable<String>>mapToObj(i -> () -> pay(wave, i)).toList();
      List<String> ids = new ArrayList<>();
      for (Future<String> created : partners.invokeAll(requests)) {
        ids.add(created.get());
      }
      for (String id : ids) {
        Eventually.holds(() -> assertThat(status(id)).isEqualTo("termination_success"));
      }
      return ids;
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      partners.shutdownNow();
    }
  }

  private String pay(String wave, int number) throws Exception {
    Map<String, Object> body = transferOf(wave + "-" + number);
    body.put("senderCurrency", "KES");
    return demos
        .get(number % demos.size())
        .post("/business/payout/transfer", body)
        .succeeded()
        .path("serviceReference")
        .asText();
  }

  private String status(String id) throws Exception {
    return demos.get(0).get("/business/payouts/" + id).succeeded().path("status").asText();
  }

  private ServiceProcess start(Map<String, String> secrets) {
    int port = FreePort.number();
    callbacks.add("http://localhost:" + port);
    Map<String, String> daraja = new HashMap<>(ConnectedProfile.daraja(port));
    daraja.put("url", network.url());
    Map<String, String> settings = new HashMap<>();
    ConnectedProfile.rail(settings, "kenya", daraja);
    ServiceProcess.Setup setup =
        ServiceProcess.in(directory).database(database).secrets(secrets).unhurried();
    settings.forEach(setup::property);
    return setup
        .property("quarkus.http.port", Integer.toString(port))
        .property("org.mizani.sandbox", "true")
        .property("payments.rate-limit-per-minute", "100000")
        .start();
  }
}
