package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.Logger;
import org.mizani.rail.daraja.StandInBooks.Entry;
import org.mizani.rail.kit.ConnectorKit;
import org.mizani.rail.kit.KitOrder;
import org.mizani.rail.kit.KitPayout;
import org.mizani.rail.kit.NetworkEntry;

/** Daraja under the connector kit: it pays a phone once, but would pay a till or paybill again. */
class DarajaKitIT extends ConnectorKit {

  private static final Logger LOG = Logger.getLogger(DarajaKitIT.class);

  /** Ends of phone numbers with payments that fail, or stay open for ever (0017). */
  private static final String[] DECLINED = {"2040", "0008", "0011", "0017"};

  /** Faults after which the service does not know the id of a payment to a till or paybill. */
  private static final Set<StandInFault> WITHOUT_ACKNOWLEDGEMENT =
      EnumSet.of(
          StandInFault.REQUEST_LOST,
          StandInFault.ACKNOWLEDGEMENT_LOST,
          StandInFault.ERROR_AFTER_EFFECT,
          StandInFault.HTML,
          StandInFault.SLOW,
          StandInFault.MAINTENANCE);

  /** Longest time from the note of a submission to the end of its call: token and answer. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(9);

  /** Calls of a pod at once. */
  private static final int CONNECTIONS = 16;

  /** Calls under way, and as many whose acknowledgement was not stored yet. */
  private static final int MOST_OF_A_STRIKE = 2 * CONNECTIONS;

  private final DarajaStandIn network = new DarajaStandIn();
  private final Set<UUID> unacknowledged = ConcurrentHashMap.newKeySet();
  private final List<Strike> strikes = new CopyOnWriteArrayList<>();

  /** A pod was killed or frozen at some moment from the first to the last. */
  private record Strike(Instant first, Instant last) {

    private boolean mayMeet(Instant submission) {
      return submission.isAfter(first.minus(LONGEST_CALL)) && !submission.isAfter(last);
    }
  }

  @Override
  protected void open(long seed, URI callbacks) {
    Map<StandInFault, Integer> shares = new EnumMap<>(StandInFault.class);
    for (StandInFault fault : StandInFault.values()) {
      shares.put(fault, 1);
    }
    shares.remove(StandInFault.NONE);
    // All calls share one token, which strikeNetwork ends.
    shares.remove(StandInFault.TOKEN_INVALIDATED);
    network.plan(noting(StandInPlan.random(seed, shares)));
    network.resultsAfter(Duration.ofMillis(100));
    network.slowness(Duration.ofSeconds(9));
    network.believeInitiators();
    network.open();
  }

  /** Returns this plan, which then also notes the payments that it leaves unacknowledged. */
  private StandInPlan noting(StandInPlan plan) {
    return (operation, request) -> {
      StandInFault fault = plan.faultOf(operation, request);
      if (operation == StandInOperation.B2B && WITHOUT_ACKNOWLEDGEMENT.contains(fault)) {
        unacknowledged.add(UUID.fromString(request.path("Remarks").asText()));
      }
      return fault;
    };
  }

  @Override
  protected void close() {
    network.close();
  }

  @Override
  protected void strikeNetwork() {
    network.invalidateToken();
  }

  @Override
  protected void podStruck(Instant first, Instant second) {
    strikes.add(new Strike(first, second));
  }

  @Override
  protected Set<String> pauses() {
    return Set.of("out_of_funds");
  }

  @Override
  protected Map<String, String> settings(URI callbacks) {
    Map<String, String> settings = new HashMap<>();
    settings.put("type", "daraja");
    settings.put("url", network.url());
    settings.put("consumer-key", DarajaStandIn.CONSUMER_KEY);
    settings.put("consumer-secret", DarajaStandIn.CONSUMER_SECRET);
    settings.put("shortcode", "600981");
    settings.put("initiator", DarajaStandIn.INITIATOR);
    settings.put("initiator-password", DarajaStandIn.INITIATOR_PASSWORD);
    settings.put("certificate", new String(network.certificate(), StandardCharsets.US_ASCII));
    settings.put("callback-url", callbacks.toString());
    settings.put("callback-secret", "where-the-network-calls-back");
    settings.put("callback-sources", "127.0.0.1");
    settings.put("ask-after", "1s");
    settings.put("slow-down", "500ms");
    settings.put("timeout", "6s");
    settings.put("connections", Integer.toString(CONNECTIONS));
    Map<String, String> named = new HashMap<>();
    settings.forEach((name, value) -> named.put("payments.rail.kenya." + name, value));
    return named;
  }

  @Override
  protected String currency() {
    return "KES";
  }

  @Override
  protected KitOrder order(Random random) {
    int draw = random.nextInt(100);
    boolean merchant = draw < 20;
    Map<String, Object> body = merchant ? paymentOf("") : transferOf("");
    body.put("senderCurrency", "KES");
    body.put("amount", 10 + random.nextInt(5_000));
    if (merchant) {
      body.put("type", draw < 10 ? "till" : "paybill");
      body.put("receiverLipaNumber", draw == 0 ? "550002" : draw < 10 ? "174379" : "888880");
      if (draw >= 10) {
        body.put("receiverAccount", "ACC-7");
      }
    } else {
      int number = 5_000 + random.nextInt(1_000);
      String declined = DECLINED[random.nextInt(DECLINED.length)];
      body.put("receiverPhone", "+25471234" + (draw < 23 ? declined : number));
    }
    return new KitOrder("/business/payout/" + (merchant ? "payment" : "transfer"), body);
  }

  @Override
  protected Map<UUID, NetworkEntry> books(Collection<KitPayout> payouts) {
    Map<UUID, NetworkEntry> books = new HashMap<>();
    for (Entry entry : network.books().entries()) {
      books.merge(referenceOf(entry), read(entry), NetworkEntry::plus);
    }
    return books;
  }

  private static UUID referenceOf(Entry entry) {
    return UUID.fromString(
        entry.operation() == StandInOperation.B2C ? entry.requestId() : entry.remarks());
  }

  private static NetworkEntry read(Entry entry) {
    return new NetworkEntry(
        BigDecimal.valueOf(entry.isPaid() ? entry.amount() : 0),
        1,
        Optional.of(entry.receipt()).filter(receipt -> entry.isPaid()));
  }

  /**
   * Payments to some phones stay open. A payment to a till or paybill may lack its acknowledgement,
   * after a fault, a strike on its pod during the call, or too late on a busy machine, and is not
   * repeated. Then the service queries it by its result, unless that was never heard of, or another
   * payout may have caused the same payment.
   */
  @Override
  protected boolean isNeverAnswered(KitPayout pending) {
    Object phone = pending.order().body().get("receiverPhone");
    if (phone != null) {
      return phone.toString().endsWith("0017");
    }
    return !pending.acknowledged()
        && (!pending.heardOf() || pending.hasTwin())
        && (isUnacknowledged(pending) || pending.submittedAt().filter(this::isStruck).isPresent());
  }

  private boolean isUnacknowledged(KitPayout payout) {
    return unacknowledged.contains(payout.id()) || network.isLate(payout.id().toString());
  }

  /** A pod leaves no more of them than it was calling, however many it had claimed. */
  @Override
  protected void assertLeftToOperators(List<KitPayout> pending) {
    List<KitPayout> struck =
        pending.stream()
            .filter(payout -> !payout.order().body().containsKey("receiverPhone"))
            .filter(payout -> !isUnacknowledged(payout))
            .toList();
    LOG.infof("%d are left to operators by %d strikes", struck.size(), strikes.size());
    assertThat(strikes)
        .allSatisfy(
            strike ->
                assertThat(struck)
                    .filteredOn(payout -> payout.submittedAt().filter(strike::mayMeet).isPresent())
                    .hasSizeLessThanOrEqualTo(MOST_OF_A_STRIKE));
  }

  private boolean isStruck(Instant submission) {
    return strikes.stream().anyMatch(strike -> strike.mayMeet(submission));
  }
}
