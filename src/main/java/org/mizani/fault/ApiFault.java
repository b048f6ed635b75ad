package org.mizani.fault;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Error as a partner sees it: its code, its message, and by the code the status and one of the
 * contract's two shapes of the body (specification, section 7). The constants are the messages that
 * the contract spells out; the factories build those that name a field.
 *
 * @param message the exact text of the body
 * @param retryAfter when to try again, if known
 * @param details headers that tell more than the code, by name
 */
public record ApiFault(
    ErrorCode code, String message, Optional<Duration> retryAfter, Map<String, String> details) {

  private static final Set<Integer> AFTER_DUPLICATES = Set.of(404, 412, 422, 429);
  private static final Set<ErrorCode> OF_QUOTES =
      Set.of(ErrorCode.QUOTE_USED, ErrorCode.QUOTE_EXPIRED, ErrorCode.QUOTE_DIFFERS);

  public static final ApiFault JSON_SYNTAX = ofBody(ErrorCode.JSON_SYNTAX);
  public static final ApiFault BODY_NOT_OBJECT = ofBody(ErrorCode.BODY_NOT_OBJECT);
  public static final ApiFault CONTENT_TYPE = ofBody(ErrorCode.CONTENT_TYPE);
  public static final ApiFault WRONG_TYPE = ofBody(ErrorCode.FIELD_TYPE);
  public static final ApiFault MALFORMED_URL = of(ErrorCode.URL_MALFORMED, "malformed URL");
  public static final ApiFault CREDENTIALS_REQUIRED =
      of(ErrorCode.FIELD_MISSING, "apiKey and apiSecret required");
  public static final ApiFault EMPTY_MOBILE_NUMBER =
      of(ErrorCode.FIELD_MISSING, "empty mobile number").at("phoneNumber");
  public static final ApiFault FROM_AND_TO_REQUIRED =
      of(ErrorCode.FIELD_MISSING, "from and to are required");
  public static final ApiFault AMOUNT_TOO_SMALL =
      of(ErrorCode.AMOUNT_OUT_OF_RANGE, "amount is too small").at("amount");
  public static final ApiFault CURRENCY_OF_ANOTHER_COUNTRY =
      of(ErrorCode.FIELD_VALUE, "currency does not match mobile country").at("currency");
  public static final ApiFault INVALID_CREDENTIALS =
      of(ErrorCode.CREDENTIALS_WRONG, "invalid credentials");
  public static final ApiFault TOKEN_MISSING =
      of(ErrorCode.TOKEN_MISSING, "missing value in request header");
  public static final ApiFault NO_BEARER_TOKEN = ofToken(ErrorCode.TOKEN_MISSING);
  public static final ApiFault TOKEN_INVALID = ofToken(ErrorCode.TOKEN_INVALID);
  public static final ApiFault TOKEN_EXPIRED = ofToken(ErrorCode.TOKEN_EXPIRED);
  public static final ApiFault KEY_REVOKED = ofToken(ErrorCode.KEY_REVOKED);
  public static final ApiFault BUSINESS_SUSPENDED =
      of(ErrorCode.BUSINESS_SUSPENDED, "business is suspended");
  public static final ApiFault ADDRESS_NOT_ALLOWED =
      of(ErrorCode.ADDRESS_NOT_ALLOWED, "address is not allowed for this api key");
  public static final ApiFault COLLECTIONS_NOT_ENABLED =
      of(ErrorCode.COLLECTIONS_NOT_ENABLED, "collections not enabled for this business");
  public static final ApiFault NOT_FOUND = of(ErrorCode.NOT_FOUND, "not found");
  public static final ApiFault TRANSACTION_NOT_FOUND =
      of(ErrorCode.RECORD_NOT_FOUND, "transaction not found");
  public static final ApiFault COLLECTION_NOT_FOUND =
      of(ErrorCode.RECORD_NOT_FOUND, "collection not found");
  public static final ApiFault METHOD_NOT_ALLOWED =
      of(ErrorCode.METHOD_NOT_ALLOWED, "method not allowed");
  public static final ApiFault DUPLICATE_REFERENCE =
      of(ErrorCode.REFERENCE_USED, "duplicate reference");
  public static final ApiFault INSUFFICIENT_BALANCE =
      of(ErrorCode.INSUFFICIENT_BALANCE, "insufficient available balance");
  public static final ApiFault PAYLOAD_TOO_LARGE =
      of(ErrorCode.BODY_TOO_LARGE, "payload too large");
  public static final ApiFault URI_TOO_LONG = of(ErrorCode.URL_TOO_LONG, "URI too long");
  public static final ApiFault ACCOUNT_NOT_ACTIVE =
      of(ErrorCode.RECIPIENT_NOT_ACTIVE, "account not active");
  public static final ApiFault CORRIDOR_NOT_AVAILABLE =
      of(ErrorCode.CORRIDOR_UNAVAILABLE, "corridor not available");

  /** Of a network that pays the recipient and tells no names: the contract has no body for it. */
  public static final ApiFault NAMES_NOT_TOLD =
      of(ErrorCode.RECIPIENT_UNVERIFIABLE, CORRIDOR_NOT_AVAILABLE.message());

  public static final ApiFault UNSUPPORTED_QR =
      of(ErrorCode.QR_UNSUPPORTED, "unsupported or malformed QR payload").at("qrString");
  public static final ApiFault IDEMPOTENCY_KEY_REUSED =
      of(ErrorCode.IDEMPOTENCY_KEY_REUSED, "idempotency key of another request");
  public static final ApiFault HEADERS_TOO_LARGE =
      of(ErrorCode.HEADERS_TOO_LARGE, "request headers too large");
  public static final ApiFault INTERNAL_ERROR = of(ErrorCode.INTERNAL, "internal error");
  public static final ApiFault SERVICE_UNAVAILABLE =
      of(ErrorCode.UNAVAILABLE, "service unavailable").retryIn(Duration.ofSeconds(1));

  /** 503 to a request that may have taken effect all the same. */
  public static final ApiFault OUTCOME_UNKNOWN =
      of(ErrorCode.OUTCOME_UNKNOWN, SERVICE_UNAVAILABLE.message())
          .retryIn(Duration.ofSeconds(1))
          .with("X-Outcome", "unknown");

  /** Exception that ends a request with a fault. It has no stack trace, as it is an answer. */
  public static final class ApiException extends RuntimeException {

    private final transient ApiFault fault;

    private ApiException(ApiFault fault) {
      super(fault.message(), null, false, false);
      this.fault = fault;
    }

    /** The fault to answer. */
    public ApiFault fault() {
      return fault;
    }
  }

  /**
   * Whether a used reference takes precedence over this refusal of a new payment: it is reported
   * before a missing rate, a quote that cannot be used, an inactive recipient, an insufficient
   * balance and a limit that is used up.
   */
  public boolean yieldsToDuplicate() {
    return AFTER_DUPLICATES.contains(status()) || OF_QUOTES.contains(code);
  }

  /** A fault with this code. */
  public static ApiFault of(ErrorCode code, String message) {
    return new ApiFault(code, message, Optional.empty(), Map.of());
  }

  private static ApiFault ofBody(ErrorCode code) {
    return of(code, "invalid payload");
  }

  private static ApiFault ofToken(ErrorCode code) {
    return of(code, "token is malformed: token contains an invalid number of segments");
  }

  /** 400: the JSON value of a field is of another type than the field. */
  public static ApiFault wrongType(String field) {
    return WRONG_TYPE.at(field);
  }

  /** 400: a field has a value that it may not have; the message is its name and this rule. */
  public static ApiFault invalid(String field, String rule) {
    return of(ErrorCode.FIELD_VALUE, field + " " + rule).at(field);
  }

  /** 400: a required field is missing or blank. */
  public static ApiFault required(String field) {
    return required(field, "is required");
  }

  /** 400: a field is missing or blank that this rule requires. */
  public static ApiFault required(String field, String rule) {
    return of(ErrorCode.FIELD_MISSING, field + " " + rule).at(field);
  }

  /** 400: a value outside a closed set. */
  public static ApiFault notOneOf(String field, String allowed) {
    return invalid(field, "must be one of: " + allowed);
  }

  /** 400: the amount is less or more than it may be; the message is this rule of {@code amount}. */
  public static ApiFault amountOutOfRange(String rule) {
    return of(ErrorCode.AMOUNT_OUT_OF_RANGE, "amount " + rule).at("amount");
  }

  /**
   * 400: an amount, or what it comes to in another currency, is more than the service handles. The
   * largest amount depends on the rate, so none is named.
   */
  public static ApiFault tooLarge(String field) {
    return of(ErrorCode.AMOUNT_OUT_OF_RANGE, field + " is too large").at(field);
  }

  /** 403: the API key may not be used for operations of this scope. */
  public static ApiFault scopeMissing(String scope) {
    return of(ErrorCode.SCOPE_MISSING, "api key lacks the scope " + scope)
        .with(Challenge.HEADER, Challenge.insufficientScope(scope));
  }

  /**
   * 409: the reference is used by this payment of the same business.
   *
   * @param differently whether the payment is known to differ from the request
   */
  public static ApiFault referenceUsed(String path, UUID id, boolean differently) {
    return referenceUsedAt(path + id, id, differently);
  }

  /** 409: likewise, by a payment that this location tells of. */
  static ApiFault referenceUsedAt(String location, UUID id, boolean differently) {
    ErrorCode code = differently ? ErrorCode.REFERENCE_USED_DIFFERENTLY : ErrorCode.REFERENCE_USED;
    return of(code, DUPLICATE_REFERENCE.message())
        .with("Location", location)
        .with("X-Service-Reference", id.toString());
  }

  /** 404: no rate is entered for this pair. */
  public static ApiFault rateNotConfigured(String from, String to) {
    return of(ErrorCode.RATE_NOT_CONFIGURED, "rate " + from + "_" + to + " not configured");
  }

  /** 429: the key has used up its limit of this minute. */
  public static ApiFault rateLimitExceeded(Duration untilNextWindow) {
    return of(ErrorCode.RATE_LIMITED, "rate limit exceeded").retryIn(untilNextWindow);
  }

  /** This fault as an exception to throw. */
  public ApiException asException() {
    return new ApiException(this);
  }

  /** This fault as a failure of an asynchronous answer. */
  public <T> Uni<T> asFailure() {
    return Uni.createFrom().failure(asException());
  }

  /** The HTTP status. */
  public int status() {
    return code.status();
  }

  /** The body, in the contract's shape of this fault. */
  public FaultBody body() {
    return code.isOfToken()
        ? new FaultBody.Authorization(message)
        : new FaultBody.Usual(0, message);
  }

  /** The same fault, with the time after which to try again. */
  public ApiFault retryIn(Duration duration) {
    return new ApiFault(code, message, Optional.of(duration), details);
  }

  /** The same fault, found at this field or parameter, whose name is as on the wire. */
  public ApiFault at(String field) {
    return with("X-Error-Field", field);
  }

  ApiFault with(String header, String value) {
    Map<String, String> more = new HashMap<>(details);
    more.put(header, value);
    return new ApiFault(code, message, retryAfter, Map.copyOf(more));
  }
}
