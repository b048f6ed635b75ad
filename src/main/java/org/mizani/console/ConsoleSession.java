package org.mizani.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.ext.web.RoutingContext;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.mizani.business.SecretHash;
import org.mizani.fault.ApiFault;
import org.mizani.operator.access.OperatorFilter;

/**
 * Session of the console in a browser: the operator's token, in a cookie that no script reads.
 *
 * @param token the operator's token
 */
public record ConsoleSession(String token) {

  private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=";
  private static final String OF_FORMS = "console/form/";

  /** The session of a request, whose token need not be valid; empty without its cookie. */
  static Optional<ConsoleSession> find(RoutingContext exchange) {
    return OperatorFilter.sessionToken(exchange).map(ConsoleSession::new);
  }

  /**
   * The session of a request that was admitted.
   *
   * @throws ApiFault.ApiException 401 without its cookie
   */
  static ConsoleSession of(RoutingContext exchange) {
    return find(exchange).orElseThrow(ApiFault.TOKEN_MISSING::asException);
  }

  /** The header {@code Set-Cookie} by which a browser keeps the session for this time. */
  public String cookie(Duration lifetime) {
    return OperatorFilter.SESSION_COOKIE + "=" + token + ATTRIBUTES + lifetime.toSeconds();
  }

  /** The header {@code Set-Cookie} by which a browser forgets its session. */
  public static String noCookie() {
    return new ConsoleSession("").cookie(Duration.ZERO);
  }

  /**
   * The token of this session's forms: another site cannot make it, because it does not know the
   * session's.
   */
  String formToken() {
    byte[] hash = SecretHash.sha256(OF_FORMS + token);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  /** Whether a form is of this session. */
  boolean isOf(String formToken) {
    return MessageDigest.isEqual(formToken().getBytes(UTF_8), formToken.getBytes(UTF_8));
  }

  @Override
  public String toString() {
    return "ConsoleSession[…]";
  }
}
