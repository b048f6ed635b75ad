package org.mizani.rail.pawapay.signature;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.rail.pawapay.signature.HttpVerifier.Verdict;

/**
 * A callback that was signed once by OpenSSL, not by code of this service: the base was written as
 * pawaPay's page of signatures and its published example for Java have it, and signed by {@code
 * SHA256withECDSA}, in DER.
 */
class StoredCallbackTest {

  private static final Instant THEN = Instant.ofEpochSecond(1_795_424_430);

  private final String callback = resource("signed-callback.txt");
  private final PublicKey key = EcKeys.publicKey(resource("signed-callback.pem"));

  @Test
  void isValid() {
    assertThat(verdict(callback)).isEqualTo(Verdict.VALID);
  }

  @Test
  void isNotValidOnceItWasChanged() {
    assertThat(verdict(callback.replace("COMPLETED", "FAILED"))).isEqualTo(Verdict.DIGEST_MISMATCH);
    assertThat(verdict(callback.replace("POST", "PUT"))).isEqualTo(Verdict.WRONG_SIGNATURE);
  }

  private Verdict verdict(String callback) {
    return new HttpVerifier(Duration.ZERO, () -> THEN)
        .verify(message(callback), id -> Optional.of(key).filter(k -> id.endsWith(":1")));
  }

  private static HttpMessage message(String text) {
    int end = text.indexOf("\n\n");
    List<String> lines = text.substring(0, end).lines().toList();
    String[] request = lines.get(0).split(" ");
    Map<String, List<String>> fields =
        lines.stream()
            .skip(1)
            .map(line -> line.split(": ", 2))
            .collect(groupingBy(line -> line[0], mapping(line -> line[1], toList())));
    return HttpMessage.request(
        request[0],
        fields.get("Host").get(0),
        request[1],
        fields,
        text.substring(end + 2).getBytes(StandardCharsets.UTF_8));
  }

  private static String resource(String name) {
    try (InputStream in = StoredCallbackTest.class.getResourceAsStream("/pawapay/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
