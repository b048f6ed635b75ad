package org.mizani.web;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.mizani.fault.ApiFault;

/**
 * The error answers that operations of the OpenAPI document refer to by name, as in
 * {@code @APIResponse(responseCode = "400", ref = "Invalid")}. Their examples come from the
 * catalogue of faults, so that the document says what the service says.
 */
enum DocumentedRefusal {
  INVALID(
      "Invalid",
      "A field, or the body, breaks its rule; the error says which",
      ApiFault.INVALID_PAYLOAD,
      ApiFault.required("countryCode"),
      ApiFault.notOneOf("countryCode", "KE, TZ, UG, ZA")),
  CREDENTIALS_REQUIRED(
      "CredentialsRequired",
      "The key or the secret is missing, or the body is no JSON object",
      ApiFault.CREDENTIALS_REQUIRED,
      ApiFault.INVALID_PAYLOAD),
  INVALID_CREDENTIALS(
      "InvalidCredentials",
      "Key and secret do not belong together, or are not valid any more",
      ApiFault.INVALID_CREDENTIALS),
  UNAUTHORIZED(
      "Unauthorized",
      "No token, or one that is not valid any more: get another at `/business/auth`",
      ApiFault.MISSING_HEADER,
      ApiFault.MALFORMED_TOKEN),
  OPERATOR_UNAUTHORIZED(
      "OperatorUnauthorized",
      "No token, or one that is not valid any more: get another at `/operator/auth`",
      ApiFault.MISSING_HEADER,
      ApiFault.MALFORMED_TOKEN),
  COLLECTIONS_NOT_ENABLED(
      "CollectionsNotEnabled",
      "An administrator has to enable collections for the business",
      ApiFault.COLLECTIONS_NOT_ENABLED),
  RATE_NOT_CONFIGURED(
      "RateNotConfigured",
      "No rate is configured for the currencies",
      ApiFault.rateNotConfigured("USD", "TZS")),
  TRANSACTION_NOT_FOUND(
      "TransactionNotFound", "No payout has this reference", ApiFault.TRANSACTION_NOT_FOUND),
  COLLECTION_NOT_FOUND(
      "CollectionNotFound", "No collection has this id", ApiFault.COLLECTION_NOT_FOUND),
  BUSINESS_NOT_FOUND("BusinessNotFound", "No business has this id", ApiFault.BUSINESS_NOT_FOUND),
  API_KEY_NOT_FOUND(
      "ApiKeyNotFound",
      "No business has this id, or not this key",
      ApiFault.BUSINESS_NOT_FOUND,
      ApiFault.API_KEY_NOT_FOUND),
  WALLET_NOT_FOUND(
      "WalletNotFound",
      "No business has this id, or not this wallet",
      ApiFault.BUSINESS_NOT_FOUND,
      ApiFault.WALLET_NOT_FOUND),
  PAYOUT_NOT_FOUND(
      "PayoutNotFound", "No payout has this serviceReference", ApiFault.PAYOUT_NOT_FOUND),
  PAYOUT_NOT_PENDING(
      "PayoutNotPending",
      "Somebody, or the network, was quicker; or the network is being asked at this moment, or"
          + " another operator settles it: then come again after `Retry-After`, a minute at most"
          + " unless configured otherwise",
      ApiFault.PAYOUT_FINAL,
      ApiFault.PAYOUT_BEING_SETTLED),
  COLLECTION_NOT_PENDING(
      "CollectionNotPending",
      "Somebody, or the network, was quicker",
      ApiFault.COLLECTION_FINAL,
      ApiFault.COLLECTION_BEING_SETTLED),
  DELIVERY_NOT_FOUND(
      "DeliveryNotFound", "No webhook delivery has this id", ApiFault.DELIVERY_NOT_FOUND),
  DELIVERY_PENDING(
      "DeliveryPending", "It is tried anyway, as long as it is pending", ApiFault.DELIVERY_PENDING),
  DUPLICATE("Duplicate", "The reference is used already", ApiFault.DUPLICATE_REFERENCE),
  INSUFFICIENT_BALANCE(
      "InsufficientBalance",
      "The wallet does not cover the payout and its fee",
      ApiFault.INSUFFICIENT_BALANCE),
  TOO_LARGE("TooLarge", "The body is larger than 64 KiB", ApiFault.PAYLOAD_TOO_LARGE),
  NOT_PAYABLE(
      "NotPayable",
      "The recipient is not active, or no network is connected that reaches it",
      ApiFault.ACCOUNT_NOT_ACTIVE,
      ApiFault.CORRIDOR_NOT_AVAILABLE),
  CORRIDOR_NOT_AVAILABLE(
      "CorridorNotAvailable",
      "No network is connected that could tell or carry it",
      ApiFault.CORRIDOR_NOT_AVAILABLE),
  UNSUPPORTED_QR(
      "UnsupportedQr", "The payload is missing or cannot be decoded", ApiFault.UNSUPPORTED_QR),
  LIMITED(
      "Limited",
      "The key's requests of this minute are used up; see Retry-After",
      ApiFault.rateLimitExceeded(Duration.ofSeconds(1))),
  LIMITED_AUTHENTICATION(
      "LimitedAuthentication",
      "The key's requests of this minute are used up, or too many authentications failed from"
          + " where you are; see Retry-After",
      ApiFault.rateLimitExceeded(Duration.ofSeconds(1))),
  LIMITED_OPERATORS(
      "LimitedOperators",
      "Too many authentications failed from where you are; see Retry-After",
      ApiFault.rateLimitExceeded(Duration.ofSeconds(1))),
  INTERNAL_ERROR(
      "InternalError",
      "The service failed; whether the request took effect is not known",
      ApiFault.INTERNAL_ERROR),
  UNAVAILABLE(
      "Unavailable",
      "The service cannot answer now; see Retry-After",
      ApiFault.SERVICE_UNAVAILABLE);

  private final String refName;
  private final String description;
  private final List<ApiFault> faults;

  DocumentedRefusal(String refName, String description, ApiFault... faults) {
    this.refName = refName;
    this.description = description;
    this.faults = List.of(faults);
  }

  /** The name that operations refer to it by. */
  String refName() {
    return refName;
  }

  /** When it is answered. */
  String description() {
    return description;
  }

  /** What it may say, all of one status. */
  List<ApiFault> faults() {
    return faults;
  }

  /** The status that all of its faults have. */
  String status() {
    return Integer.toString(faults.get(0).status());
  }

  /** Whether it tells when to come again. */
  boolean hasRetryAfter() {
    return faults.stream().anyMatch(fault -> fault.retryAfter().isPresent());
  }

  /** Whether it is answered, or may be, when the request was counted already. */
  boolean comesAfterTheRateLimit() {
    return switch (this) {
      case CREDENTIALS_REQUIRED,
          INVALID_CREDENTIALS,
          UNAUTHORIZED,
          OPERATOR_UNAUTHORIZED,
          TOO_LARGE ->
          false;
      default -> true;
    };
  }

  static List<DocumentedRefusal> all() {
    return Arrays.asList(values());
  }
}
