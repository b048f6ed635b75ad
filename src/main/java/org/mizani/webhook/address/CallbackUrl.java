package org.mizani.webhook.address;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;

/**
 * URL that webhooks are sent to: an absolute {@code http://} or {@code https://} URL with a host
 * and without user info, at most 2048 characters (specification, section 6.1).
 *
 * <p>The addresses of its host are not checked here, but when the URL is registered ({@link
 * CallbackGuard}) and when an attempt connects ({@link ReceiverAddresses}).
 */
public final class CallbackUrl {

  private static final int LONGEST = 2048;
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[0-9a-f:.]{2,45}]|[a-z0-9][a-z0-9._-]{0,252})(?::([0-9]{1,5}))?");
  private static final Pattern CREDENTIALS = Pattern.compile("^(?i:https?)://[^/?#]*@");
  private static final String FIELD = "callbackUrl";

  private final String text;
  private final boolean secure;
  private final String hostName;
  private final int port;
  private final String target;

  private CallbackUrl(String text, URI uri, String hostName, int port, boolean secure) {
    this.text = text;
    this.secure = secure;
    this.hostName = hostName;
    this.port = port;
    this.target = targetOf(uri);
  }

  /** Reads the URL of the field {@code callbackUrl}, as {@link #parse(String, String)} does. */
  public static CallbackUrl parse(String text) {
    return parse(FIELD, text);
  }

  /**
   * Reads a URL.
   *
   * @param field that the refusal names
   * @throws org.mizani.fault.ApiFault.ApiException 400 that says what is wrong with it: its length,
   *     credentials in it, or that it is no absolute {@code http://} or {@code https://} URL
   */
  public static CallbackUrl parse(String field, String text) {
    return find(text).orElseThrow(() -> ApiFault.invalid(field, rule(text)).asException());
  }

  private static String rule(String text) {
    if (text != null && text.length() > LONGEST) {
      return "must be at most " + LONGEST + " characters";
    }
    return text != null && CREDENTIALS.matcher(text).find()
        ? "must not contain credentials"
        : "must be an absolute http:// or https:// URL";
  }

  /**
   * Reads an optional URL; empty if the text is null, or nothing that one could see.
   *
   * @throws org.mizani.fault.ApiFault.ApiException as {@link #parse(String)}
   */
  public static Optional<CallbackUrl> parseOptional(String text) {
    return text == null || text.codePoints().allMatch(CallbackUrl::isInvisible)
        ? Optional.empty()
        : Optional.of(parse(text));
  }

  /** Reads a URL; empty if a webhook cannot be sent to it. */
  public static Optional<CallbackUrl> find(String text) {
    if (text == null || text.length() > LONGEST || endsInvisibly(text)) {
      return Optional.empty();
    }
    try {
      URI uri = new URI(text);
      return uri.isOpaque() || uri.getScheme() == null || uri.getRawAuthority() == null
          ? Optional.empty()
          : of(text, uri);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** An invisible mark at the end, which {@link URI} takes for a letter. */
  private static boolean endsInvisibly(String text) {
    return !text.isEmpty() && isInvisible(text.codePointBefore(text.length()));
  }

  private static boolean isInvisible(int character) {
    return Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || Character.getType(character) == Character.FORMAT;
  }

  private static Optional<CallbackUrl> of(String text, URI uri) {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    boolean secure = scheme.equals("https");
    // Not URI.getHost(), which knows no underscore: names of containers often have one.
    Matcher authority = AUTHORITY.matcher(uri.getRawAuthority().toLowerCase(Locale.ROOT));
    if ((!secure && !scheme.equals("http")) || !authority.matches()) {
      return Optional.empty();
    }
    int usualPort = secure ? 443 : 80;
    int port = authority.group(2) == null ? usualPort : Integer.parseInt(authority.group(2));
    return port < 1 || port > 65_535
        ? Optional.empty()
        : Optional.of(new CallbackUrl(text, uri, authority.group(1), port, secure));
  }

  private static String targetOf(URI uri) {
    URI ascii = URI.create(uri.toASCIIString());
    String path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }

  /** The receiver, to which limits apply: {@code host:port} in lower case, always with the port. */
  public String host() {
    return hostName + ":" + port;
  }

  /** Whether the URL is {@code https://}. */
  public boolean secure() {
    return secure;
  }

  /** Lower-case name or address literal, IPv6 in brackets. */
  public String hostName() {
    return hostName;
  }

  public int port() {
    return port;
  }

  /** Path and query, in ASCII for the request line. */
  public String target() {
    return target;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CallbackUrl url && text.equals(url.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The URL exactly as given. It may contain a token of the partner: never log it. */
  @Override
  public String toString() {
    return text;
  }
}
