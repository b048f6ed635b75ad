package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.mizani.support.ServiceProcess;

/**
 * Live heap of a service's JVM: what full collections leave, one every two seconds and those that
 * the JVM makes by itself; and beside it the most payouts that the pod has held meanwhile.
 */
final class LiveHeap implements AutoCloseable {

  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private static final Pattern FULL = Pattern.compile("Pause Full .*? \\d+M->(\\d+)M\\(\\d+M\\)");

  private final Path log;
  private final ServiceProcess service;
  private final LongSupplier held;
  private final LongAccumulator mostHeld = new LongAccumulator(Math::max, 0);
  private final Thread thread;
  private volatile boolean closed;

  private LiveHeap(ServiceProcess service, Path log, LongSupplier held) {
    this.service = service;
    this.log = log;
    this.held = held;
    this.thread = new Thread(this::measure, "live-heap");
  }

  /** The option of a JVM that notes its collections in this file. */
  static String noteIn(Path log) {
    return "-Xlog:gc:file=" + log;
  }

  /**
   * Measures from now on.
   *
   * @param log where the service's JVM notes its collections
   * @param held the payouts that the service holds at this moment
   */
  static LiveHeap measure(ServiceProcess service, Path log, LongSupplier held) {
    LiveHeap heap = new LiveHeap(service, log, held);
    heap.thread.setDaemon(true);
    heap.thread.start();
    return heap;
  }

  private void measure() {
    while (!closed) {
      mostHeld.accumulate(held.getAsLong());
      collect();
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private void collect() {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      new ProcessBuilder(jcmd, Long.toString(service.pid()), "GC.run")
          .redirectErrorStream(true)
          .redirectOutput(Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  /** The most megabytes that a full collection has left. */
  int peak() throws IOException {
    int[] left =
        FULL.matcher(Files.readString(log))
            .results()
            .map((MatchResult full) -> full.group(1))
            .mapToInt(Integer::parseInt)
            .toArray();
    assertThat(left).as("full collections").hasSizeGreaterThan(3);
    int peak = 0;
    for (int megabytes : left) {
      peak = Math.max(peak, megabytes);
    }
    return peak;
  }

  /** The most payouts that were held at a measurement. */
  long mostHeld() {
    return mostHeld.get();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
