import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Businesses that pay, within a currency and across, and collect for a while, and clients of theirs
 * that behave as the contract asks: an order without a definite answer is sent again under the same
 * reference until there is one, and a reference that exists already is looked up. Meanwhile an
 * {@link Operator} changes the rates, and returns some of the payouts.
 *
 * <p>Writes into the directory, separated by tabs: {@code funds} (business, currency, amount,
 * reference), {@code asked} (kind, reference, id as it was acknowledged or empty, expected status,
 * currency, amount, sender's currency, sender's amount and total as they were acknowledged or
 * empty) and {@code figures} (name, value). Ends with 1 if an answer came that no client can make
 * sense of.
 *
 * <p>Arguments: the proxy's address, the receiver's, the directory, seconds, clients, businesses.
 * The operator's credential comes from {@code PAYMENTS_OPERATOR_KEY} and {@code …_SECRET}.
 */
public final class Partners {

  private static final Duration UNTIL_KNOWN = Duration.ofSeconds(120);
  private static final int BETWEEN_TRIES_MILLIS = 250;
  private static final int BETWEEN_REQUESTS_MILLIS = 80;
  // Of the payouts that are paid.
  private static final int RETURNED_OF_A_HUNDRED = 10;

  private final Service service;
  private final Operator operator;
  private final Journal journal;
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final AtomicInteger lookedUp = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();
  private final AtomicLong longestUntilKnown = new AtomicLong();

  private Partners(Service service, Operator operator, Journal journal) {
    this.service = service;
    this.operator = operator;
    this.journal = journal;
  }

  public static void main(String[] arguments) throws Exception {
    Journal journal = new Journal();
    Operator operator = new Operator(new Service(arguments[0]), journal);
    Partners partners = new Partners(new Service(arguments[0]), operator, journal);
    Path directory = Path.of(arguments[2]);
    List<String> tokens = operator.businesses(Integer.parseInt(arguments[5]), arguments[1]);
    operator.openRates(tokens.get(0));
    Files.createFile(directory.resolve("started"));
    partners.run(tokens, Integer.parseInt(arguments[4]), Integer.parseInt(arguments[3]));
    journal.write(directory);
    partners.writeFigures(directory);
    System.exit(journal.isSound() ? 0 : 1);
  }

  private void run(List<String> tokens, int clients, int seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    service.begin();
    operator.begin();
    for (int i = 0; i < clients; i++) {
      String name = "c" + i;
      threads.execute(() -> operate(tokens, name, end));
    }
    threads.shutdown();
    threads.awaitTermination(seconds + UNTIL_KNOWN.toSeconds() + 60, TimeUnit.SECONDS);
    operator.finish();
  }

  private void operate(List<String> tokens, String name, long end) {
    try {
      for (int number = 0; System.nanoTime() < end; number++) {
        int business = ThreadLocalRandom.current().nextInt(tokens.size());
        untilKnown(Order.any(name + "-" + number), tokens.get(business));
        Thread.sleep(ThreadLocalRandom.current().nextInt(2 * BETWEEN_REQUESTS_MILLIS));
      }
    } catch (InterruptedException | IOException | RuntimeException e) {
      journal.odd(name + ": " + e);
    }
  }

  /** Sends it again and again until it is known to exist, or to have been refused. */
  private void untilKnown(Order order, String token) throws InterruptedException {
    long begun = System.nanoTime();
    boolean triedBefore = false;
    while (System.nanoTime() - begun < UNTIL_KNOWN.toNanos()) {
      Service.Answer answer = service.counted("POST", order.path(), token, order.body());
      if (answer.status() == 201) {
        known(order, acknowledged(order, answer.body()), begun);
        return;
      }
      if (answer.status() == 409 && triedBefore) {
        Service.Answer found = lookUp(order, token);
        JsonNode there = found.body() == null ? null : foundIn(found.body(), order);
        if (found.status() == 200 && there != null && !there.isMissingNode()) {
          lookedUp.incrementAndGet();
          known(order, acknowledged(order, there), begun);
          return;
        }
        if (found.status() == 200 || found.status() == 404) {
          journal.odd(order.reference() + ": a duplicate that is not there, " + found);
        }
      } else if (!answer.isIndefinite()) {
        journal.odd(order.reference() + ": " + answer);
      }
      triedBefore = true;
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    }
    unknown.incrementAndGet();
    journal.asked(order.line(Order.Acknowledged.NOT));
  }

  private void known(Order order, Order.Acknowledged answer, long begun) {
    acknowledged.incrementAndGet();
    journal.asked(order.line(answer));
    longestUntilKnown.accumulateAndGet(System.nanoTime() - begun, Math::max);
    if (order.isPaid() && ThreadLocalRandom.current().nextInt(100) < RETURNED_OF_A_HUNDRED) {
      operator.giveBack(order, answer.id());
    }
  }

  private Service.Answer lookUp(Order order, String token) throws InterruptedException {
    String path =
        order.isCollection() ? "/business/collections?reference=" : "/business/transactions/";
    return service.counted("GET", path + order.reference(), token, null);
  }

  private static JsonNode foundIn(JsonNode body, Order order) {
    return order.isCollection() ? body.at("/items/0") : body;
  }

  private static Order.Acknowledged acknowledged(Order order, JsonNode body) {
    return new Order.Acknowledged(
        body.path(order.isCollection() ? "id" : "serviceReference").asText(),
        body.path("senderAmount").asText(),
        body.path("totalDebited").asText());
  }

  private void writeFigures(Path directory) throws IOException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(directory.resolve("figures")))) {
      service.writeAnswers(out, "requests");
      out.printf("acknowledged\t%d%n", acknowledged.get());
      out.printf("  found by their reference\t%d%n", lookedUp.get());
      out.printf("never known\t%d%n", unknown.get());
      service.writeTimes(out);
      out.printf("longest until known, ms\t%d%n", longestUntilKnown.get() / 1_000_000);
      operator.writeFigures(out);
    }
  }
}
