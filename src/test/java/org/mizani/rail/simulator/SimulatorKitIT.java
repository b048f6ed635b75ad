package org.mizani.rail.simulator;

import static org.mizani.support.TestPartners.transferOf;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.mizani.rail.kit.ConnectorKit;
import org.mizani.rail.kit.KitOrder;
import org.mizani.rail.kit.KitPayout;
import org.mizani.rail.kit.NetworkEntry;

/**
 * Simulator under the connector kit. It has no books: a recipient's last digits decide whether it
 * pays, fails or never answers, and every payout has to end accordingly.
 */
class SimulatorKitIT extends ConnectorKit {

  private static final String FAILS = "91";
  private static final String NEVER_ANSWERS = "92";

  @Override
  protected void open(long seed, URI callbacks) {
    // It runs within the service.
  }

  @Override
  protected void close() {
    // It ends with the service.
  }

  @Override
  protected Map<String, String> settings(URI callbacks) {
    return Map.of(
        "payments.rail.simulator.answers-after", "100ms",
        "payments.rail.simulator.slow-answers-after", "4s",
        "payments.rail.simulator.refuses-for", "2s");
  }

  @Override
  protected String currency() {
    return "KES";
  }

  /** Gives failing recipients the share that faults have in other kits. */
  @Override
  protected KitOrder order(Random random) {
    Map<String, Object> body = transferOf("");
    body.put("senderCurrency", "KES");
    body.put("amount", 10 + random.nextInt(5_000));
    int draw = random.nextInt(100);
    String ending = draw == 0 ? NEVER_ANSWERS : draw < 16 ? Integer.toString(91 + draw % 5) : "78";
    body.put("receiverPhone", "+2547123456" + (draw == 1 ? FAILS : ending));
    return new KitOrder("/business/payout/transfer", body);
  }

  @Override
  protected Map<UUID, NetworkEntry> books(Collection<KitPayout> payouts) {
    Map<UUID, NetworkEntry> books = new HashMap<>();
    for (KitPayout payout : payouts) {
      boolean paid = !endsWith(payout, FAILS) && !endsWith(payout, NEVER_ANSWERS);
      BigDecimal amount = new BigDecimal(payout.order().body().get("amount").toString());
      books.put(
          payout.id(),
          new NetworkEntry(
              paid ? amount : BigDecimal.ZERO,
              1,
              Optional.of(Simulation.receiptOf(payout.id())).filter(receipt -> paid)));
    }
    return books;
  }

  @Override
  protected boolean isNeverAnswered(KitPayout pending) {
    return endsWith(pending, NEVER_ANSWERS);
  }

  private static boolean endsWith(KitPayout payout, String ending) {
    return payout.order().body().get("receiverPhone").toString().endsWith(ending);
  }
}
