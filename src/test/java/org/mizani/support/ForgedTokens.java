package org.mizani.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.util.KeyUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.ConfigProvider;

/** Tokens that differ from a valid one, and that neither interface may accept. */
public final class ForgedTokens {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PrivateKey FOREIGN = BuildKeys.pair("foreign").getPrivate();

  private ForgedTokens() {}

  /**
   * Tokens to be refused, by their defect.
   *
   * @param valid a token that is accepted
   * @param other a token of the other interface
   */
  public static Map<String, String> of(String valid, String other) {
    String relabelled =
        change(
            other,
            claims -> {
              claims.set("aud", claimsOf(valid).path("aud"));
              claims.set("groups", claimsOf(valid).path("groups"));
            });
    Map<String, String> forged = new LinkedHashMap<>();
    forged.put("of the other interface", other);
    forged.put("of the other interface, relabelled", relabelled);
    forged.put("of the other interface, relabelled, no signature", unsigned(relabelled));
    forged.put("of the other interface, relabelled, a foreign key", sign(relabelled, FOREIGN));
    forged.put("expired", signed(change(valid, c -> c.put("exp", now() - 1))));
    forged.put("no signature", unsigned(valid));
    forged.put("a foreign key", sign(valid, FOREIGN));
    return forged;
  }

  /** The claims of a token, signed with the service's own key as it signs them itself. */
  public static String signed(String token) {
    String file =
        ConfigProvider.getConfig().getValue("payments.token.private-key-file", String.class);
    try {
      return sign(token, KeyUtils.decodePrivateKey(Files.readString(Path.of(file))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The claims of a token under the algorithm {@code none}. */
  public static String unsigned(String token) {
    return base64("{\"typ\":\"JWT\",\"alg\":\"none\"}") + "." + token.split("\\.")[1] + ".";
  }

  private static String change(String token, Consumer<ObjectNode> change) {
    ObjectNode claims = claimsOf(token);
    change.accept(claims);
    String[] segments = token.split("\\.");
    return segments[0] + "." + base64(claims.toString()) + "." + segments[2];
  }

  private static String sign(String token, PrivateKey key) {
    @SuppressWarnings("unchecked")
    Map<String, Object> claims = JSON.convertValue(claimsOf(token), Map.class);
    return Jwt.claims(claims).jws().algorithm(SignatureAlgorithm.RS256).sign(key);
  }

  private static ObjectNode claimsOf(String token) {
    byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
    try {
      JsonNode read = JSON.readTree(new String(claims, StandardCharsets.UTF_8));
      return (ObjectNode) read;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }
}
