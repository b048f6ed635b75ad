package org.mizani.fault;

import java.util.Locale;
import java.util.Set;

/**
 * Code of a refusal, in its header {@code X-Error-Code}: a closed set that programs switch on.
 * {@code docs/errors.md} has the cause and the remedy of each.
 */
public enum ErrorCode {
  JSON_SYNTAX(400),
  CSV_SYNTAX(400),
  BODY_NOT_OBJECT(400),
  CONTENT_TYPE(400),
  URL_MALFORMED(400),
  FIELD_MISSING(400),
  FIELD_TYPE(400),
  FIELD_VALUE(400),
  AMOUNT_OUT_OF_RANGE(400),
  TOKEN_MISSING(401),
  TOKEN_INVALID(401),
  TOKEN_EXPIRED(401),
  KEY_REVOKED(401),
  CREDENTIALS_WRONG(401),
  ADDRESS_NOT_ALLOWED(403),
  BUSINESS_SUSPENDED(403),
  SCOPE_MISSING(403),
  COLLECTIONS_NOT_ENABLED(403),
  QUOTES_NOT_GIVEN(403),
  NOT_FOUND(404),
  RECORD_NOT_FOUND(404),
  RATE_NOT_CONFIGURED(404),
  QUOTE_NOT_FOUND(404),
  METHOD_NOT_ALLOWED(405),
  REFERENCE_USED(409),
  REFERENCE_USED_DIFFERENTLY(409),
  QUOTE_USED(409),
  QUOTE_EXPIRED(409),
  QUOTE_DIFFERS(409),
  BULK_REFUSED(409),
  BULK_NOT_SCHEDULED(409),
  TOO_MANY_BULKS(409),
  LAST_MANAGE_KEY(409),
  TOO_MANY_KEYS(409),
  ALREADY_MADE(409),
  COLLECTION_NOT_REFUNDABLE(409),
  DELIVERY_PENDING(409),
  TOO_MANY_REPLAYS(409),
  REPLAY_UNDER_WAY(409),
  TOO_MANY_PENDING(409),
  TOO_MANY_ENDPOINTS(409),
  ENDPOINT_DISABLED(409),
  TEST_TOO_SOON(409),
  INSUFFICIENT_BALANCE(412),
  BODY_TOO_LARGE(413),
  URL_TOO_LONG(414),
  RECIPIENT_NOT_ACTIVE(422),
  CORRIDOR_UNAVAILABLE(422),
  RECIPIENT_UNVERIFIABLE(422),
  QR_UNSUPPORTED(422),
  IDEMPOTENCY_KEY_REUSED(422),
  RATE_LIMITED(429),
  LIMIT_REACHED(429),
  HEADERS_TOO_LARGE(431),
  INTERNAL(500),
  UNAVAILABLE(503),
  OUTCOME_UNKNOWN(503),
  BULK_NOT_EXECUTED(503),

  // Of the interface of operators alone.
  CODE_REQUIRED(401),
  ROLE_MISSING(403),
  SECOND_FACTOR_REQUIRED(403),
  OTHER_OPERATOR_REQUIRED(403),
  CONFLICT(409);

  private static final Set<ErrorCode> OF_TOKENS =
      Set.of(TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, KEY_REVOKED);

  private final int status;

  ErrorCode(int status) {
    this.status = status;
  }

  /** The HTTP status of each refusal with this code. */
  public int status() {
    return status;
  }

  /** The code on the wire, such as {@code field_missing}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the body has the contract's shape of authorization failures. */
  boolean isOfToken() {
    return OF_TOKENS.contains(this);
  }

  /** The challenge of a 401 (RFC 6750): it names no error where no token was sent. */
  String challenge() {
    return switch (this) {
      case TOKEN_INVALID ->
          Challenge.invalidToken("the token is malformed, forged or of another interface");
      case TOKEN_EXPIRED -> Challenge.invalidToken("the token has expired");
      case KEY_REVOKED ->
          Challenge.invalidToken("the api key of the token is revoked or has expired");
      default -> Challenge.BEARER;
    };
  }
}
