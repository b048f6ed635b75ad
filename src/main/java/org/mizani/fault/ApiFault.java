package org.mizani.fault;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Error as a partner sees it: status, message and one of the contract's two shapes of the body
 * (specification, section 7). The constants are the messages that the contract spells out; the
 * factories build those that name a field.
 *
 * @param status the HTTP status
 * @param message the exact text
 * @param authorization whether the body has the shape {@code {message}} of authorization failures
 *     instead of {@code {code, error}}
 * @param retryAfter when to try again, if known
 */
public record ApiFault(
    int status, String message, boolean authorization, Optional<Duration> retryAfter) {

  private static final Set<Integer> AFTER_DUPLICATES = Set.of(404, 412, 422, 429);

  public static final ApiFault INVALID_PAYLOAD = of(400, "invalid payload");
  public static final ApiFault MALFORMED_URL = of(400, "malformed URL");
  public static final ApiFault CREDENTIALS_REQUIRED = of(400, "apiKey and apiSecret required");
  public static final ApiFault EMPTY_MOBILE_NUMBER = of(400, "empty mobile number");
  public static final ApiFault FROM_AND_TO_REQUIRED = of(400, "from and to are required");
  public static final ApiFault AMOUNT_TOO_SMALL = of(400, "amount is too small");
  public static final ApiFault CURRENCY_OF_ANOTHER_COUNTRY =
      of(400, "currency does not match mobile country");
  public static final ApiFault OPERATOR_CREDENTIALS_REQUIRED =
      of(400, "operatorKey and operatorSecret required");
  public static final ApiFault INVALID_CREDENTIALS = of(401, "invalid credentials");
  public static final ApiFault CODE_REQUIRED = of(401, "code required");
  public static final ApiFault WRONG_CODE = of(400, "code is wrong");
  public static final ApiFault MISSING_HEADER =
      new ApiFault(401, "missing value in request header", true, Optional.empty());
  public static final ApiFault MALFORMED_TOKEN =
      new ApiFault(
          401,
          "token is malformed: token contains an invalid number of segments",
          true,
          Optional.empty());
  public static final ApiFault BUSINESS_SUSPENDED = of(403, "business is suspended");
  public static final ApiFault ADDRESS_NOT_ALLOWED =
      of(403, "address is not allowed for this api key");
  public static final ApiFault COLLECTIONS_NOT_ENABLED =
      of(403, "collections not enabled for this business");
  public static final ApiFault OWN_ACCESS = of(403, "operators cannot change their own access");
  public static final ApiFault SECOND_FACTOR_REQUIRED =
      of(403, "second factor required: enrol at /operator/auth/totp");
  public static final ApiFault OWN_REQUEST = of(403, "another operator must decide this request");
  public static final ApiFault REQUEST_OF_ANOTHER_OPERATOR =
      of(403, "only its requester may withdraw this request");
  public static final ApiFault SECRET_OF_ANOTHER_OPERATOR =
      of(403, "only its requester may draw the secret of this api key");
  public static final ApiFault NOT_FOUND = of(404, "not found");
  public static final ApiFault NO_IDENTITY_PROVIDER = of(404, "no identity provider");
  public static final ApiFault OPERATOR_NOT_FOUND = of(404, "operator not found");
  public static final ApiFault TRANSACTION_NOT_FOUND = of(404, "transaction not found");
  public static final ApiFault COLLECTION_NOT_FOUND = of(404, "collection not found");
  public static final ApiFault PAYOUT_NOT_FOUND = of(404, "payout not found");
  public static final ApiFault BUSINESS_NOT_FOUND = of(404, "business not found");
  public static final ApiFault API_KEY_NOT_FOUND = of(404, "api key not found");
  public static final ApiFault RAIL_NOT_FOUND = of(404, "rail not found");
  public static final ApiFault WALLET_NOT_FOUND = of(404, "wallet not found");
  public static final ApiFault DELIVERY_NOT_FOUND = of(404, "delivery not found");
  public static final ApiFault APPROVAL_NOT_FOUND = of(404, "approval not found");
  public static final ApiFault METHOD_NOT_ALLOWED = of(405, "method not allowed");
  public static final ApiFault OPERATOR_EXISTS = of(409, "operator exists");
  public static final ApiFault SECOND_FACTOR_ENROLLED = of(409, "second factor is enrolled");
  public static final ApiFault NO_ENROLMENT = of(409, "no enrolment to confirm");
  public static final ApiFault NO_PERSON =
      of(409, "the environment's credential has no second factor");
  public static final ApiFault DUPLICATE_REFERENCE = of(409, "duplicate reference");
  public static final ApiFault REFERENCE_OF_ANOTHER_MOVEMENT =
      of(409, "reference of another movement");
  public static final ApiFault PAYOUT_FINAL = of(409, "payout is final");
  public static final ApiFault PAYOUT_BEING_SETTLED = of(409, "payout is being settled");
  public static final ApiFault PAYOUT_PENDING = of(409, "payout is pending");
  public static final ApiFault PAYOUT_NOT_FLAGGED = of(409, "payout is not flagged");
  public static final ApiFault FLAGGED_AT_ANOTHER_TIME =
      of(409, "flag was raised at another time: read it again");
  public static final ApiFault PAYOUT_FAILED = of(409, "payout has failed");
  public static final ApiFault PAYOUT_RETURNED = of(409, "payout is returned");
  public static final ApiFault COLLECTION_FINAL = of(409, "collection is final");
  public static final ApiFault COLLECTION_NOT_FLAGGED = of(409, "collection is not flagged");
  public static final ApiFault COLLECTION_NOT_PAID = of(409, "collection is not paid");
  public static final ApiFault COLLECTION_REFUNDED = of(409, "collection is refunded");
  public static final ApiFault CUSTOMER_UNREADABLE = of(409, "customer cannot be read any more");
  public static final ApiFault COLLECTION_BEING_SETTLED = of(409, "collection is being settled");
  public static final ApiFault SUBMISSION_ON =
      of(409, "submission is on: set it to ask-only first");
  public static final ApiFault DELIVERY_PENDING = of(409, "delivery is pending");
  public static final ApiFault ANOTHER_REQUEST_WAITS =
      of(409, "another request for this is waiting");
  public static final ApiFault API_KEY_CHANGED = of(409, "api key has other terms by now");
  public static final ApiFault NO_SECRET_TO_DRAW = of(409, "api key has no secret to draw");
  public static final ApiFault SECRET_NOT_DRAWN_IN_TIME =
      of(409, "secret of this api key was not drawn in time");
  public static final ApiFault REQUESTER_CHANGED =
      of(409, "access of its requester has changed since the request");
  public static final ApiFault REQUESTER_NOT_ALLOWED =
      of(409, "its requester may not do this any more");
  public static final ApiFault HOLDER_CHANGED = of(409, "destination has another holder by now");
  public static final ApiFault REQUEST_DECIDED = of(409, "request is decided");
  public static final ApiFault REQUEST_EXPIRED = of(409, "request has expired");
  public static final ApiFault REQUEST_UNREADABLE = of(409, "request cannot be read any more");
  public static final ApiFault INSUFFICIENT_BALANCE = of(412, "insufficient available balance");
  public static final ApiFault PAYLOAD_TOO_LARGE = of(413, "payload too large");
  public static final ApiFault URI_TOO_LONG = of(414, "URI too long");
  public static final ApiFault ACCOUNT_NOT_ACTIVE = of(422, "account not active");
  public static final ApiFault CORRIDOR_NOT_AVAILABLE = of(422, "corridor not available");
  public static final ApiFault UNSUPPORTED_QR = of(422, "unsupported or malformed QR payload");
  public static final ApiFault HEADERS_TOO_LARGE = of(431, "request headers too large");
  public static final ApiFault INTERNAL_ERROR = of(500, "internal error");
  public static final ApiFault SERVICE_UNAVAILABLE =
      of(503, "service unavailable").retryIn(Duration.ofSeconds(1));

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
   * before a missing rate, an inactive recipient, an insufficient balance and a limit that is used
   * up.
   */
  public boolean yieldsToDuplicate() {
    return AFTER_DUPLICATES.contains(status);
  }

  /** A fault of the usual shape. */
  public static ApiFault of(int status, String message) {
    return new ApiFault(status, message, false, Optional.empty());
  }

  /** 400: a field has a value that it may not have; the message says which. */
  public static ApiFault invalid(String message) {
    return of(400, message);
  }

  /** 400: a required field is missing or blank. */
  public static ApiFault required(String field) {
    return of(400, field + " is required");
  }

  /** 400: a value outside a closed set. */
  public static ApiFault notOneOf(String field, String allowed) {
    return of(400, field + " must be one of: " + allowed);
  }

  /**
   * 400: an amount, or what it comes to in another currency, is more than the service handles. The
   * largest amount depends on the rate, so none is named.
   */
  public static ApiFault tooLarge(String field) {
    return of(400, field + " is too large");
  }

  /** 403: the operation needs this role of operators, or one above it. */
  public static ApiFault roleRequired(String role) {
    return of(403, "role " + role + " required");
  }

  /** 403: the API key may not be used for operations of this scope. */
  public static ApiFault scopeMissing(String scope) {
    return of(403, "api key lacks the scope " + scope);
  }

  /** 404: no rate is entered for this pair. */
  public static ApiFault rateNotConfigured(String from, String to) {
    return of(404, "rate " + from + "_" + to + " not configured");
  }

  /** 429: the key has used up its limit of this minute. */
  public static ApiFault rateLimitExceeded(Duration untilNextWindow) {
    return of(429, "rate limit exceeded").retryIn(untilNextWindow);
  }

  /** 429: the business has made as many payouts as it may in this hour. */
  public static ApiFault payoutsExceeded(Duration untilNextHour) {
    return of(429, "too many payouts in an hour").retryIn(untilNextHour);
  }

  /** 429: the payout would exceed the sum of this UTC day in a country; a smaller one may not. */
  public static ApiFault daySumExceeded(String country, Duration untilNextDay) {
    return of(429, "too much paid out to " + country + " in a day").retryIn(untilNextDay);
  }

  /** 429: this phone has been prompted as often as the business may in this hour. */
  public static ApiFault promptsExceeded(Duration untilNextHour) {
    return of(429, "too many prompts of this phone in an hour").retryIn(untilNextHour);
  }

  /** 429: this phone has been looked up as often as the business may in this hour. */
  public static ApiFault lookUpsExceeded(Duration untilNextHour) {
    return of(429, "too many look-ups of this phone in an hour").retryIn(untilNextHour);
  }

  /** This fault as an exception to throw. */
  public ApiException asException() {
    return new ApiException(this);
  }

  /** This fault as a failure of an asynchronous answer. */
  public <T> Uni<T> asFailure() {
    return Uni.createFrom().failure(asException());
  }

  /** The body, in the contract's shape of this fault. */
  public FaultBody body() {
    return authorization ? new FaultBody.Authorization(message) : new FaultBody.Usual(0, message);
  }

  /** The same fault, with the time after which to try again. */
  public ApiFault retryIn(Duration duration) {
    return new ApiFault(status, message, authorization, Optional.of(duration));
  }
}
