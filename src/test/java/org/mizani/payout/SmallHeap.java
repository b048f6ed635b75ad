package org.mizani.payout;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/** Services with a small heap, and what partners send to them. */
final class SmallHeap {

  /** More than the heap has room for at once. */
  static final int PAYOUTS = 20_000;

  static final String PAID = "SELECT count(*) FROM payout WHERE status = 'success'";

  private static final BigDecimal ENOUGH = new BigDecimal(1_000_000);

  private SmallHeap() {}

  /** A service of 128 MB, which limits no partner's rate. */
  static ServiceProcess.Setup in(Path directory) {
    return ServiceProcess.in(directory)
        .sandbox()
        .unhurried()
        .option("-Xmx128m")
        .property("payments.rate-limit-per-minute", "1000000");
  }

  /** Tops a business's wallet of dollars up, such that it covers all payouts. */
  static void fund(ServiceClient operator, String businessId) throws Exception {
    operator
        .post(
            "/operator/businesses/" + businessId + "/top-ups",
            Map.of("currency", "USD", "purpose", "payout", "amount", ENOUGH, "reference", "all"))
        .succeeded();
  }

  /** Payments that one partner of several sends. */
  @FunctionalInterface
  interface Share {
    void send(List<Integer> numbers) throws Exception;
  }

  /** Shares all payouts out between this many partners, who send theirs at the same time. */
  static void pay(int atOnce, Share share) throws Exception {
    ExecutorService partners = Executors.newFixedThreadPool(atOnce);
    try {
      List<Callable<Void>> work =
          IntStream.range(0, atOnce)
              .mapToObj(partner -> (Callable<Void>) () -> send(share, partner, atOnce))
              .toList();
      for (Future<Void> done : partners.invokeAll(work)) {
        done.get();
      }
    } finally {
      partners.shutdownNow();
    }
  }

  private static Void send(Share share, int partner, int atOnce) throws Exception {
    share.send(IntStream.range(0, PAYOUTS).filter(i -> i % atOnce == partner).boxed().toList());
    return null;
  }
}
