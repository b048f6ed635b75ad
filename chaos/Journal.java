import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Journal of a run: the money that businesses got, all that was asked for, and odd answers. */
final class Journal {

  private static final int ODDITIES_SHOWN = 20;

  private final Queue<String> funds = new ConcurrentLinkedQueue<>();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Queue<String> oddities = new ConcurrentLinkedQueue<>();

  /** A wallet was topped up. */
  void funded(String business, String currency, long amount, String reference) {
    funds.add(String.join("\t", business, currency, Long.toString(amount), reference));
  }

  /** An operation, see {@link Order#line}. */
  void asked(String line) {
    asked.add(line);
  }

  /** An answer that no client can make sense of. */
  void odd(String oddity) {
    oddities.add(oddity);
  }

  boolean isSound() {
    return oddities.isEmpty();
  }

  /** Writes the files {@code funds} and {@code asked}, and the first oddities to the log. */
  void write(Path directory) throws IOException {
    Files.write(directory.resolve("funds"), funds);
    Files.write(directory.resolve("asked"), asked);
    oddities.stream().limit(ODDITIES_SHOWN).forEach(System.err::println);
  }
}
