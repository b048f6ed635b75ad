package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.body;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/** Batches on a small heap: the largest bodies, many at once, do not exhaust it. */
@Tag("exhaustive")
class BulkMemoryIT {

  private static final int AT_ONCE = 16;

  /** 1 MiB, which would be some 28 MB as a tree: all of them more than twice the heap. */
  private static final Map<String, Object> LARGE =
      body(List.of(Map.of("kind", "transfer", "x", Collections.nCopies(349_000, Map.of()))), false);

  @TempDir Path directory;

  @Test
  void manyLargeBodiesAtOnceLeaveThePodAtWork() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.in(directory)
            .sandbox()
            .option("-Xmx192m")
            .property("payments.rate-limit-per-minute", "100000")
            .start()
            .awaitReady()) {
      ServiceClient demo = ServiceClient.demo(service);

      List<Integer> answers = sendAtOnce(demo);

      assertThat(service.log()).doesNotContain("OutOfMemoryError");
      assertThat(answers).contains(201).isSubsetOf(201, 503);
      Eventually.holds(
          () -> assertThat(demo.post(PATH, body(List.of(7), false)).status()).isEqualTo(201));
    }
  }

  private static List<Integer> sendAtOnce(ServiceClient demo) {
    ExecutorService senders = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<CompletableFuture<Integer>> underWay =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> send(demo), senders))
              .limit(AT_ONCE)
              .toList();
      return underWay.stream().map(CompletableFuture::join).toList();
    } finally {
      senders.shutdown();
    }
  }

  private static int send(ServiceClient demo) {
    try {
      return demo.post(PATH, LARGE).status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
