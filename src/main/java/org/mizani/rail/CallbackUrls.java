package org.mizani.rail;

import jakarta.inject.Singleton;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.mizani.encryption.FieldEncryption;

/**
 * Addresses for callbacks: {@code /rails/{name}/{secret of the rail}/{token}}. The token is kind,
 * id and purpose under the field encryption, in hexadecimal: it cannot be guessed, needs no table,
 * and has no letters that form a word.
 */
@Singleton
public final class CallbackUrls {

  private static final HexFormat HEX = HexFormat.of();
  private static final Pattern LAST_SLASHES = Pattern.compile("/+$");
  private static final int MAX_TOKEN = 512;
  private static final int ID_BYTES = 16;

  private final FieldEncryption encryption;

  CallbackUrls(FieldEncryption encryption) {
    this.encryption = encryption;
  }

  /**
   * What a path was made for.
   *
   * @param purpose such as {@code result}
   */
  public record Target(CallbackSubject subject, String purpose) {}

  /** The address at which the network tells about this payment. */
  public URI of(String rail, URI base, String secret, Target target) {
    byte[] purpose = target.purpose().getBytes(StandardCharsets.US_ASCII);
    UUID id = target.subject().id();
    ByteBuffer plain =
        ByteBuffer.allocate(1 + ID_BYTES + purpose.length)
            .put((byte) target.subject().kind().ordinal())
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .put(purpose);
    String token = HEX.formatHex(encryption.encrypt(context(rail), plain.array()));
    String root = LAST_SLASHES.matcher(base.toString()).replaceAll("");
    return URI.create(root + "/rails/" + rail + "/" + secret + "/" + token);
  }

  /** The target of a token, or empty if this service did not make it for this rail. */
  public Optional<Target> targetOf(String rail, String token) {
    if (token.length() > MAX_TOKEN || !token.equals(token.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    try {
      ByteBuffer plain = ByteBuffer.wrap(encryption.decrypt(context(rail), HEX.parseHex(token)));
      CallbackSubject.Kind kind = CallbackSubject.Kind.values()[plain.get()];
      UUID id = new UUID(plain.getLong(), plain.getLong());
      String purpose = StandardCharsets.US_ASCII.decode(plain).toString();
      return Optional.of(new Target(new CallbackSubject(kind, id), purpose));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static String context(String rail) {
    return "rail-callback/" + rail;
  }
}
