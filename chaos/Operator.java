import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The operator of the service: registers the businesses, changes rates while they pay, and enters
 * returns of payouts, each again and again under one reference until it is known to be entered.
 */
final class Operator {

  private static final Duration UNTIL_KNOWN = Duration.ofSeconds(120);
  private static final long FUNDS = 1_000_000_000;
  private static final int DESKS = 4;
  private static final int BETWEEN_RATES_MILLIS = 500;
  private static final int LONGEST_UNTIL_RETURNED_MILLIS = 8_000;
  private static final int BETWEEN_TRIES_MILLIS = 500;
  // Long enough for most pods to know a rate before it is in force, as for those of 17:00 UTC.
  private static final Duration RATE_AHEAD = Duration.ofSeconds(4);
  // The proxy takes the pods in turn: so many answers are at least one of each.
  private static final int ANSWERS_OF_ALL_PODS = 20;

  private final Service service;
  private final Journal journal;
  private final List<Currency.Pair> pairs = Currency.pairs();
  private final ScheduledExecutorService desks = Executors.newScheduledThreadPool(DESKS);
  private final Phaser returns = new Phaser(1);
  private final AtomicInteger rates = new AtomicInteger();
  private final AtomicInteger returned = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();
  private final String token;

  Operator(Service service, Journal journal) throws IOException, InterruptedException {
    this.service = service;
    this.journal = journal;
    this.token =
        service
            .ask(
                "/operator/auth",
                "",
                Map.of(
                    "operatorKey", System.getenv("PAYMENTS_OPERATOR_KEY"),
                    "operatorSecret", System.getenv("PAYMENTS_OPERATOR_SECRET")))
            .get("accessToken")
            .asText();
  }

  /** Registers them with funds, collections and callback URLs; answers a token of each. */
  List<String> businesses(int count, String receiver) throws IOException, InterruptedException {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, ?> business =
          Map.of(
              "name", "Business " + i,
              "collectionsEnabled", true,
              "callbackUrl", receiver + "/payouts",
              "collectionCallbackUrl", receiver + "/collections");
      String id = service.ask("/operator/businesses", token, business).get("businessId").asText();
      String path = "/operator/businesses/" + id;
      for (Currency currency : Currency.values()) {
        fund(id, path, currency, "funds " + i + " " + currency);
      }
      JsonNode key = service.ask(path + "/api-keys", token, Map.of());
      Map<String, ?> credentials =
          Map.of("apiKey", key.get("apiKey").asText(), "apiSecret", key.get("apiSecret").asText());
      tokens.add(service.ask("/business/auth", "", credentials).get("accessToken").asText());
    }
    return tokens;
  }

  private void fund(String business, String path, Currency currency, String reference)
      throws IOException, InterruptedException {
    Map<String, ?> funds =
        Map.of("currency", currency, "purpose", "payout", "amount", FUNDS, "reference", reference);
    service.ask(path + "/top-ups", token, funds);
    journal.funded(business, currency.name(), FUNDS, reference);
  }

  /** Enters a rate of each pair, and waits until all pods have them in force. */
  void openRates(String partner) throws IOException, InterruptedException {
    for (Currency.Pair pair : pairs) {
      Service.Answer answer = enter(pair, Duration.ofSeconds(2));
      if (answer.status() != 200) {
        throw new IllegalStateException(pair + ": " + answer);
      }
    }
    Currency.Pair last = pairs.get(pairs.size() - 1);
    String path = "/business/rate?from=" + last.from() + "&to=" + last.to();
    int known = 0;
    while (known < ANSWERS_OF_ALL_PODS) {
      known = service.send("GET", path, partner, null).status() == 200 ? known + 1 : 0;
      Thread.sleep(50);
    }
  }

  /** Changes rates from now on, one after the other. */
  void begin() {
    service.begin();
    desks.scheduleWithFixedDelay(
        () -> carefully("a rate", this::changeRate),
        0,
        BETWEEN_RATES_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  /** The money of a paid payout comes back, soon after the recipient has it. */
  void giveBack(Order payout, String id) {
    returns.register();
    attempt(payout, id, System.nanoTime(), LONGEST_UNTIL_RETURNED_MILLIS);
  }

  /** Waits until all returns are known or given up, and stops. */
  void finish() throws InterruptedException {
    try {
      returns.awaitAdvanceInterruptibly(
          returns.arrive(), 2 * UNTIL_KNOWN.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      journal.odd("returns that have no end: " + returns.getUnarrivedParties());
    }
    desks.shutdownNow();
  }

  private void changeRate() throws IOException, InterruptedException {
    Currency.Pair pair = pairs.get(ThreadLocalRandom.current().nextInt(pairs.size()));
    Service.Answer answer = enter(pair, RATE_AHEAD);
    if (answer.status() == 200) {
      rates.incrementAndGet();
    } else if (!answer.isIndefinite()
        // It met a pod only after its time.
        && !answer.refuses(400, "effectiveFrom must not be in the past")) {
      journal.odd(pair + ": " + answer);
    }
  }

  private Service.Answer enter(Currency.Pair pair, Duration ahead)
      throws IOException, InterruptedException {
    BigDecimal rate = pair.rate();
    Map<String, ?> body =
        Map.of(
            "from", pair.from(),
            "to", pair.to(),
            "rate", rate,
            "effectiveFrom", Instant.now().plus(ahead).toString());
    return service.counted("PUT", "/operator/rates", token, Service.JSON.writeValueAsString(body));
  }

  private void attempt(Order payout, String id, long begun, int withinMillis) {
    desks.schedule(
        () -> carefully(payout.referenceOfReturn(), () -> enterReturn(payout, id, begun)),
        ThreadLocalRandom.current().nextInt(withinMillis),
        TimeUnit.MILLISECONDS);
  }

  private void enterReturn(Order payout, String id, long begun)
      throws IOException, InterruptedException {
    Map<String, ?> body =
        Map.of("reference", payout.referenceOfReturn(), "reason", "the account is closed");
    Service.Answer answer =
        service.counted(
            "POST",
            "/operator/payouts/" + id + "/return",
            token,
            Service.JSON.writeValueAsString(body));
    boolean early = answer.refuses(409, "payout is pending");
    if (answer.status() == 200) {
      returned.incrementAndGet();
      end(payout, acknowledged(id, answer.body()));
    } else if (!early && !answer.isIndefinite()) {
      journal.odd(payout.referenceOfReturn() + ": " + answer);
      end(payout, Order.Acknowledged.NOT);
    } else if (System.nanoTime() - begun < UNTIL_KNOWN.toNanos()) {
      attempt(payout, id, begun, 2 * BETWEEN_TRIES_MILLIS);
    } else {
      unknown.incrementAndGet();
      end(payout, Order.Acknowledged.NOT);
    }
  }

  private void end(Order payout, Order.Acknowledged acknowledged) {
    journal.asked(payout.lineOfReturn(acknowledged));
    returns.arriveAndDeregister();
  }

  private static Order.Acknowledged acknowledged(String id, JsonNode payout) {
    BigDecimal sender = payout.get("senderAmount").decimalValue();
    BigDecimal refunded = sender.add(payout.get("fee").decimalValue());
    return new Order.Acknowledged(id, sender.toPlainString(), refunded.toPlainString());
  }

  private interface Duty {
    void run() throws IOException, InterruptedException;
  }

  private void carefully(String name, Duty duty) {
    try {
      duty.run();
    } catch (IOException | RuntimeException e) {
      journal.odd(name + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void writeFigures(PrintWriter out) {
    service.writeAnswers(out, "operators' requests");
    out.printf("  rates entered\t%d%n", rates.get());
    out.printf("  returns acknowledged\t%d%n", returned.get());
    out.printf("  returns never known\t%d%n", unknown.get());
  }
}
