package org.mizani.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.client.model.TransactionUpdated;

class WebhooksTest {

  private static final String OLD = secret("old secret of the tests");
  private static final String NEW = secret("new secret of the tests");
  private static final long NOW = Instant.parse("2026-11-20T11:42:54Z").getEpochSecond();
  private static final String BODY = "{\"businessReference\":\"ä\",\"senderAmount\":7.750}";

  @Test
  void readsAGenuineOneItsAmountsAsTheyStand() throws Exception {
    TransactionUpdated webhook = verify(List.of(NEW), NOW, signature(NEW, NOW), BODY);
    assertEquals("ä", webhook.getBusinessReference());
    assertEquals(new BigDecimal("7.750"), webhook.getSenderAmount());
  }

  @Test
  void takesTheOldAndTheNewSecretWhileItIsReplaced() throws Exception {
    verify(List.of(NEW, OLD), NOW, signature(OLD, NOW), BODY);
    verify(List.of(NEW), NOW, signature(OLD, NOW) + " " + signature(NEW, NOW), BODY);
  }

  @ParameterizedTest
  @ValueSource(longs = {-301, 301})
  void refusesAnotherTime(long seconds) throws Exception {
    String signature = signature(NEW, NOW + seconds);
    refuses(NOW + seconds, signature, BODY);
  }

  @Test
  void refusesWhatIsForgedAlteredOrIncomplete() throws Exception {
    String genuine = signature(NEW, NOW);
    refuses(NOW, signature(OLD, NOW), BODY);
    refuses(NOW, genuine, BODY.replace("7.750", "9.750"));
    refuses(NOW, genuine.replace("v1,", "v2,"), BODY);
    refuses(NOW, genuine.substring(0, 20), BODY);
    refuses(NOW, "", BODY);
    refuses(NOW, null, BODY);
    refuses(NOW - 1, genuine, BODY);
  }

  @Test
  void refusesASecretThatIsNone() {
    assertThrows(IllegalArgumentException.class, () -> new Webhooks(List.of("secret")));
  }

  private static void refuses(long time, String signatures, String body) {
    assertThrows(SecurityException.class, () -> verify(List.of(NEW), time, signatures, body));
  }

  private static TransactionUpdated verify(
      List<String> secrets, long time, String signatures, String body) {
    Clock clock = Clock.fixed(Instant.ofEpochSecond(NOW), ZoneOffset.UTC);
    return new Webhooks(secrets, Duration.ofMinutes(5), clock)
        .verify(
            "id-1",
            Long.toString(time),
            signatures,
            body.getBytes(StandardCharsets.UTF_8),
            TransactionUpdated.class);
  }

  private static String secret(String text) {
    return "whsec_" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String signature(String secret, long time) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
    byte[] signed = ("id-1." + time + "." + BODY).getBytes(StandardCharsets.UTF_8);
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed));
  }
}
