package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.quoteOf;
import static org.mizani.support.TestPartners.transferOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceClient.Answer;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/** Quotes that one pod gives and another one uses: two processes on one database. */
class QuotePodsIT {

  private static final int QUOTES = 20;
  private static final int PAYOUTS_OF_EACH = 8;

  @TempDir static Path directory;
  private static GivenDatabase database;
  private static ServiceProcess one;
  private static ServiceProcess other;

  @BeforeAll
  static void startTwoPods() {
    database = GivenDatabase.create();
    Map<String, String> secrets = TestSecrets.write(directory);
    one = start(secrets).awaitReady();
    other = start(secrets).awaitReady();
  }

  private static ServiceProcess start(Map<String, String> secrets) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(secrets)
        .unhurried()
        .property("org.mizani.sandbox", "true")
        .property("payments.rate-limit-per-minute", "100000")
        .property("payments.quote.valid-for", "15m")
        .start();
  }

  @AfterAll
  static void stop() {
    one.close();
    other.close();
    database.close();
  }

  @Test
  void aQuoteOfOnePodPaysAtAnotherOnce() throws Exception {
    ServiceClient here = ServiceClient.demo(one);
    ServiceClient there = ServiceClient.demo(other);
    Answer quote = here.post("/business/quotes", quoteOf());
    String id = quote.succeeded().path("quoteId").asText();

    Answer paid = there.post("/business/payout/transfer", by(id, transferOf("there")));
    Answer againThere = there.post("/business/payout/transfer", by(id, transferOf("there again")));
    Answer againHere = here.post("/business/payout/transfer", by(id, transferOf("here again")));

    assertThat(paid.status()).as("%s", paid.body()).isEqualTo(201);
    assertThat(paid.body().path("totalDebited").decimalValue())
        .isPositive()
        .isEqualByComparingTo(quote.body().path("totalDebited").decimalValue());
    assertUsed(againThere);
    assertUsed(againHere);
  }

  @Test
  void bothPodsAtOnceUseAQuoteOnce() throws Exception {
    List<ServiceClient> pods = List.of(ServiceClient.demo(one), ServiceClient.demo(other));
    ExecutorService partners = Executors.newFixedThreadPool(PAYOUTS_OF_EACH);
    try {
      for (int i = 0; i < QUOTES; i++) {
        String id =
            pods.get(i % 2)
                .post("/business/quotes", quoteOf())
                .succeeded()
                .path("quoteId")
                .asText();

        List<Answer> answers = payAtOnce(partners, pods, id, "race-" + i + "-");

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        assertThat(answers)
            .filteredOn(answer -> answer.status() != 201)
            .hasSize(PAYOUTS_OF_EACH - 1)
            .allSatisfy(QuotePodsIT::assertUsed);
      }
    } finally {
      partners.shutdownNow();
    }
  }

  private static List<Answer> payAtOnce(
      ExecutorService partners, List<ServiceClient> pods, String quote, String reference)
      throws Exception {
    List<Callable<Answer>> payouts = new ArrayList<>();
    for (int i = 0; i < PAYOUTS_OF_EACH; i++) {
      ServiceClient pod = pods.get(i % 2);
      Map<String, Object> body = by(quote, transferOf(reference + i));
      payouts.add(() -> pod.post("/business/payout/transfer", body));
    }
    List<Answer> answers = new ArrayList<>();
    for (Future<Answer> answer : partners.invokeAll(payouts)) {
      answers.add(answer.get());
    }
    return answers;
  }

  private static void assertUsed(Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(409);
    assertThat(answer.body().path("error").asText()).isEqualTo("quote is used");
  }
}
