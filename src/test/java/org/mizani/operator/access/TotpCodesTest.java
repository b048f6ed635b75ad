package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.MovableClock;

/** One-time codes by time. */
class TotpCodesTest {

  private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:15Z");
  private static final long STEP = NOW.getEpochSecond() / 30;
  private static final long NEVER = 0;

  private final MovableClock clock = new MovableClock();
  private final TotpCodes codes = new TotpCodes(clock);

  /** RFC 6238, appendix B: its eight digits end in the six of a shorter code. */
  @ParameterizedTest
  @CsvSource({
    "59, 94287082",
    "1111111109, 07081804",
    "1111111111, 14050471",
    "1234567890, 89005924",
    "2000000000, 69279037",
    "20000000000, 65353130"
  })
  void makesTheCodesOfTheStandard(long time, String code) {
    assertThat(codes.code(SECRET, Instant.ofEpochSecond(time)))
        .hasSize(6)
        .isEqualTo(code.substring(2));
  }

  @ParameterizedTest
  @CsvSource({"-1", "0", "1"})
  void takesACodeOfThisStepAndOfTheOnesBesideIt(int steps) {
    clock.set(NOW);

    assertThat(codes.stepOf(SECRET, codeOf(steps), NEVER)).contains(STEP + steps);
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 2})
  void refusesACodeOfAnotherStep(int steps) {
    clock.set(NOW);

    assertThat(codes.stepOf(SECRET, codeOf(steps), NEVER)).isEmpty();
  }

  @Test
  void refusesACodeThatWasAcceptedAndEarlierOnes() {
    clock.set(NOW);

    assertThat(codes.stepOf(SECRET, codeOf(0), STEP)).isEmpty();
    assertThat(codes.stepOf(SECRET, codeOf(-1), STEP)).isEmpty();
    assertThat(codes.stepOf(SECRET, codeOf(1), STEP)).contains(STEP + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "abcdef", "00000000000000", "١٢٣٤٥٦"})
  void refusesTextThatIsNoCode(String text) {
    clock.set(NOW);

    assertThat(codes.stepOf(SECRET, text, NEVER)).isEmpty();
  }

  /** RFC 4648, section 10, for the lengths that need no padding. */
  @ParameterizedTest
  @CsvSource({"fooba, MZXW6YTB", "12345678901234567890, GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"})
  void writesBase32(String text, String base32) {
    assertThat(TotpCodes.base32(text.getBytes(StandardCharsets.US_ASCII))).isEqualTo(base32);
  }

  @Test
  void namesIssuerAccountAndSecretInItsUri() {
    assertThat(TotpCodes.uri("Business Payments test", "amina@bank.example", SECRET))
        .isEqualTo(
            "otpauth://totp/Business%20Payments%20test:amina%40bank.example"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Business%20Payments%20test"
                + "&algorithm=SHA1&digits=6&period=30");
  }

  private String codeOf(int steps) {
    return codes.code(SECRET, NOW.plus(Duration.ofSeconds(30L * steps)));
  }
}
