package org.mizani.rail.pawapay;

import static org.mizani.support.TestPartners.transferOf;

import java.math.BigDecimal;
import java.net.URI;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.mizani.rail.kit.ConnectorKit;
import org.mizani.rail.kit.KitOrder;
import org.mizani.rail.kit.KitPayout;
import org.mizani.rail.kit.NetworkEntry;
import org.mizani.rail.pawapay.StandInConduct.AnswerFault;
import org.mizani.rail.pawapay.StandInConduct.CallbackFault;
import org.mizani.rail.pawapay.StandInConduct.Plan;
import org.mizani.rail.pawapay.StandInPayment.Status;
import org.mizani.support.TestKeys;

/** pawaPay under the connector kit: signed payouts to Tanzanian phones, with signed callbacks. */
class PawapayKitIT extends ConnectorKit {

  private static final String TOKEN = "the-token";
  private static final String SECRET = "where-the-network-calls-back";

  /**
   * More than meet a rail that is short at once: the pause that was cleared too early comes back.
   */
  private static final int REJECTIONS = 20;

  private static final String[] DECLINED = {"089", "099", "109", "119", "149"};

  private final PawapayStandIn network = new PawapayStandIn();
  private final KeyPair keys = TestKeys.p256();
  private URI url;

  @Override
  protected void open(long seed, URI callbacks) {
    url = network.open();
    network
        .conduct()
        .token(TOKEN)
        .verifies("our-key", keys.getPublic())
        .settlesAfter(Duration.ofMillis(100))
        .lastByteAfter(Duration.ofSeconds(9))
        .callsBack(PaymentKind.PAYOUT, callbacks.resolve("/rails/momo/" + SECRET))
        .submissions(Plan.sometimes(shares(AnswerFault.values()), AnswerFault.NONE, seed))
        .questions(Plan.sometimes(shares(AnswerFault.values()), AnswerFault.NONE, seed + 1))
        .callbacks(Plan.sometimes(shares(CallbackFault.values()), CallbackFault.NONE, seed + 2));
  }

  /** Gives each fault 2 % of the requests. The rest of them meet no fault. */
  private static <F extends Enum<F>> Map<F, Integer> shares(F[] faults) {
    Map<F, Integer> shares = new HashMap<>();
    for (F fault : faults) {
      shares.put(fault, fault.name().equals("NONE") ? 0 : 2);
    }
    return shares;
  }

  @Override
  protected void close() {
    network.close();
  }

  /** Refuses connections for a moment, and then lets our money run out for a while. */
  @Override
  protected void strikeNetwork() {
    network.shut();
    network.open();
    network.books().runOut(currency(), REJECTIONS);
  }

  @Override
  protected Set<String> pauses() {
    return Set.of("out_of_funds");
  }

  @Override
  protected Map<String, String> settings(URI callbacks) {
    Map<String, String> settings = new HashMap<>();
    settings.put("type", "pawapay");
    settings.put("url", url.toString());
    settings.put("countries", "TZ");
    settings.put("token", TOKEN);
    settings.put("signing-key", TestKeys.pem(keys.getPrivate()));
    settings.put("signing-key-id", "our-key");
    settings.put("callback-url", callbacks.toString());
    settings.put("callback-secret", SECRET);
    settings.put("timeout", "6s");
    Map<String, String> named = new HashMap<>();
    settings.forEach((name, value) -> named.put("payments.rail.momo." + name, value));
    return named;
  }

  @Override
  protected String currency() {
    return "TZS";
  }

  @Override
  protected KitOrder order(Random random) {
    int draw = random.nextInt(100);
    Map<String, Object> body = transferOf("");
    body.put("senderCurrency", "TZS");
    body.put("receiverCurrency", "TZS");
    body.put("payoutCountry", "TZ");
    body.put("amount", 1_000 + random.nextInt(50_000));
    int paid = 200 + random.nextInt(700);
    String ending =
        switch (draw) {
          case 0 -> PaymentKind.NEVER_SETTLES;
          case 1, 2, 3, 4 -> DECLINED[random.nextInt(DECLINED.length)];
          default -> Integer.toString(paid);
        };
    body.put("receiverPhone", "+255754000" + ending);
    return new KitOrder("/business/payout/transfer", body);
  }

  @Override
  protected Map<UUID, NetworkEntry> books(Collection<KitPayout> payouts) {
    Map<UUID, NetworkEntry> books = new HashMap<>();
    for (StandInPayment payment : network.books().all(PaymentKind.PAYOUT)) {
      boolean paid = payment.status() == Status.COMPLETED;
      books.put(
          UUID.fromString(payment.id()),
          new NetworkEntry(paid ? payment.amount() : BigDecimal.ZERO, 1, payment.receipt()));
    }
    return books;
  }

  @Override
  protected boolean isNeverAnswered(KitPayout pending) {
    return pending
        .order()
        .body()
        .get("receiverPhone")
        .toString()
        .endsWith(PaymentKind.NEVER_SETTLES);
  }
}
