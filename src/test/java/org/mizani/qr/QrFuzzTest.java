package org.mizani.qr;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.support.DailySeed;

/**
 * Random mutants of payloads are decoded or refused, within little processor time. A machine that
 * pauses, or that has other work to do, spends none of this time on them.
 */
class QrFuzzTest {

  private static final int MUTANTS = Integer.getInteger("qr.mutants", 50_000);
  private static final int WARM_UP = 20_000;
  private static final long SEED = DailySeed.of("qr.seed");

  /** Most that all but a few mutants cost, in decodings of a valid payload. */
  private static final int USUAL = 1_000;

  /** Most that each mutant costs. */
  private static final int LONGEST = 200_000;

  private static final int MEASUREMENTS = 5;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int LONGEST_BODY = 65_536;
  private static final List<String> ALPHABET =
      List.of(
          "0",
          "1",
          "2",
          "9",
          "63",
          "04",
          "*",
          "#",
          "%",
          ".",
          " ",
          "A",
          "é",
          "京",
          "\n",
          "\0",
          "\uD83C\uDF4E",
          "\uD83C",
          "\uDF4E",
          "\uFEFF",
          "\u0661");

  private final Random random = new Random(SEED);
  private final List<String> payloads =
      Stream.concat(
              QrPayloads.samples().map(sample -> sample.get("payload").textValue()),
              Stream.of("400001", QrPayloads.KENYAN, QrPayloads.TANZANIAN))
          .toList();

  @Test
  void everyMutantIsDecodedOrRefusedInLittleTime() {
    IntStream.range(0, WARM_UP).forEach(mutant -> decode(mutant(), hint()));
    long yardstick = yardstick();
    long[] nanos = new long[MUTANTS];
    int decoded = 0;

    for (int mutant = 0; mutant < MUTANTS; mutant++) {
      String payload = mutant();
      Optional<Country> hint = hint();
      decoded += decode(payload, hint) ? 1 : 0;
      nanos[mutant] = nanosOf(payload, hint, USUAL * yardstick);
    }

    Arrays.sort(nanos);
    assertThat(decoded)
        .as("decoded ones of seed %d", SEED)
        .isBetween(MUTANTS / 50, MUTANTS - MUTANTS / 50);
    assertThat(nanos[MUTANTS - MUTANTS / 10_000 - 1])
        .as("seed %d", SEED)
        .isLessThan(USUAL * yardstick);
    assertThat(nanos[MUTANTS - 1]).as("seed %d", SEED).isLessThan(LONGEST * yardstick);
  }

  /** Processor time of a valid payload, in nanoseconds: this machine's speed. */
  private long yardstick() {
    long start = THREADS.getCurrentThreadCpuTime();
    IntStream.range(0, WARM_UP).forEach(i -> decode(QrPayloads.KENYAN, Optional.empty()));
    return (THREADS.getCurrentThreadCpuTime() - start) / WARM_UP;
  }

  // The fastest of a few: the JIT compiler may slow one measurement, hardly all of one payload.
  private long nanosOf(String payload, Optional<Country> hint, long usual) {
    long fastest = Long.MAX_VALUE;
    for (int measurement = 0; measurement < MEASUREMENTS && fastest >= usual; measurement++) {
      long start = THREADS.getCurrentThreadCpuTime();
      decode(payload, hint);
      fastest = Math.min(fastest, THREADS.getCurrentThreadCpuTime() - start);
    }
    return fastest;
  }

  private boolean decode(String payload, Optional<Country> hint) {
    try {
      DecodedQr decoded = QrDecoder.decode(payload, hint);
      assertThat(decoded.tillNumber().isEmpty() || DataObjects.isNumber(decoded.tillNumber()))
          .isTrue();
      return true;
    } catch (ApiException refusal) {
      assertThat(refusal.fault()).as(payload).isEqualTo(ApiFault.UNSUPPORTED_QR);
      return false;
    }
  }

  private Optional<Country> hint() {
    int country = random.nextInt(Country.values().length + 1);
    return country == 0 ? Optional.empty() : Optional.of(Country.values()[country - 1]);
  }

  private String mutant() {
    String text = payloads.get(random.nextInt(payloads.size()));
    boolean isRepaired = random.nextBoolean() && text.length() > 8;
    String changed = isRepaired ? text.substring(0, text.length() - 8) : text;
    int changes = random.nextInt(4);
    for (int change = 0; change < changes; change++) {
      changed = changed(changed);
    }
    changed = changed.substring(0, Math.min(changed.length(), LONGEST_BODY));
    return isRepaired ? QrPayloads.withChecksum(changed) : changed;
  }

  private String changed(String text) {
    if (text.isEmpty()) {
      return ALPHABET.get(random.nextInt(ALPHABET.size()));
    }
    int at = random.nextInt(text.length());
    String before = text.substring(0, at);
    String after = text.substring(at + 1);
    char flipped = (char) (text.charAt(at) ^ 1 << random.nextInt(8));
    return switch (random.nextInt(8)) {
      case 0 -> before;
      case 1 -> before + after;
      case 2 -> before + ALPHABET.get(random.nextInt(ALPHABET.size())) + text.substring(at);
      case 3 -> before + ALPHABET.get(random.nextInt(ALPHABET.size())) + after;
      case 4 -> before + random.nextInt(10) + after;
      case 5 -> text.substring(at) + before;
      case 6 -> before + text.substring(at).repeat(1 + random.nextInt(8));
      default -> before + flipped + after;
    };
  }
}
