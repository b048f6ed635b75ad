package org.mizani.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;

/**
 * A request that failed. If {@link #isOutcomeUnknown} it may have taken effect all the same: send
 * it again with the same fields and {@link #idempotencyKey}, or read the payment by its reference,
 * before anything else. It tells no secret, token or body.
 */
public class PaymentsException extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final int MAX_WAIT_DIGITS = 9;

  private final int status;
  private final transient HttpHeaders headers;
  private boolean outcomeUnknown;
  private String idempotencyKey;
  private boolean beforeRequest;

  private PaymentsException(String message, Throwable cause, int status, HttpHeaders headers) {
    super(message, cause);
    this.status = status;
    this.headers = headers;
  }

  /** The exception of an answer that is no success. */
  static PaymentsException of(int status, HttpHeaders headers, String body) {
    String message = message(status, body);
    return switch (status) {
      case 400, 405, 413, 414, 431 -> new InvalidRequest(message, status, headers);
      case 401 -> new NotAuthenticated(message, status, headers);
      case 403 -> new NotAllowed(message, status, headers);
      case 404 -> new NotFound(message, status, headers);
      case 409 -> new Conflict(message, status, headers);
      case 412 -> new InsufficientBalance(message, status, headers);
      case 422 -> new NotPayable(message, status, headers);
      case 429 -> new RateLimited(message, status, headers);
      default -> new ServiceFailure(message, status, headers);
    };
  }

  /** The answer of a proxy is not shown: it may repeat what was sent. */
  private static String message(int status, String body) {
    try {
      JsonNode answer = Json.MAPPER.readTree(body);
      String error = answer.path("error").asText(answer.path("message").asText(""));
      return error.isEmpty() ? "HTTP " + status : error;
    } catch (IOException e) {
      return "HTTP " + status;
    }
  }

  /** The HTTP status; 0 where no answer arrived. */
  public int status() {
    return status;
  }

  /** {@code X-Error-Code}, to switch on; "" if there is none. */
  public String code() {
    return header("X-Error-Code").orElse("");
  }

  /** {@code X-Error-Field}: the field that the refusal is about. */
  public Optional<String> field() {
    return header("X-Error-Field");
  }

  /** {@code X-Request-Id}, to quote to the operator. */
  public Optional<String> requestId() {
    return header("X-Request-Id");
  }

  /** {@code X-Service-Reference}: the payment that has this reference already. */
  public Optional<String> reference() {
    return header("X-Service-Reference");
  }

  /** {@code Retry-After}. */
  public Optional<Duration> retryAfter() {
    return header("Retry-After")
        .filter(text -> text.matches("[0-9]{1," + MAX_WAIT_DIGITS + "}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)));
  }

  public boolean isOutcomeUnknown() {
    return outcomeUnknown;
  }

  /** The key under which the request can be sent again, if it has one. */
  public Optional<String> idempotencyKey() {
    return Optional.ofNullable(idempotencyKey);
  }

  PaymentsException of(boolean unknown, String key) {
    outcomeUnknown = unknown;
    idempotencyKey = key;
    return this;
  }

  /** Says that the request was not sent: there was no token for it. */
  PaymentsException beforeRequest() {
    beforeRequest = true;
    return this;
  }

  boolean isBeforeRequest() {
    return beforeRequest;
  }

  /** Whether the service may have carried the request out, although the answer was a failure. */
  boolean mayHaveHadEffect() {
    return false;
  }

  /** Whether the answer tells what became of this attempt and of those before it. */
  boolean isDecided() {
    return status > 0 && status < 500 && status != 401 && status != 403 && status != 429;
  }

  private Optional<String> header(String name) {
    return headers == null ? Optional.empty() : headers.firstValue(name);
  }

  /** 400, 405, 413, 414, 431: the program or its input is to be mended. */
  public static final class InvalidRequest extends PaymentsException {
    private InvalidRequest(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }
  }

  /** 401: the key, its secret or its token. */
  public static final class NotAuthenticated extends PaymentsException {
    private NotAuthenticated(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }

    /** Whether a new token is the remedy. */
    boolean isOfToken() {
      return code().equals("token_expired") || code().equals("token_invalid");
    }
  }

  /** 403: the key or the business may not do this. */
  public static final class NotAllowed extends PaymentsException {
    private NotAllowed(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }
  }

  /** 404: no such payment, rate, quote or other record. */
  public static final class NotFound extends PaymentsException {
    private NotFound(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }
  }

  /** 409: the reference is used, or the state of things does not allow it. */
  public static final class Conflict extends PaymentsException {
    private Conflict(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }
  }

  /** 412: the wallet does not cover the payout. */
  public static final class InsufficientBalance extends PaymentsException {
    private InsufficientBalance(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }
  }

  /** 422: the recipient, the corridor, the code or the idempotency key. */
  public static final class NotPayable extends PaymentsException {
    private NotPayable(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }
  }

  /** 429: wait for {@link #retryAfter}. */
  public static final class RateLimited extends PaymentsException {
    private RateLimited(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }
  }

  /** 5xx, and answers that are none of the service. */
  public static final class ServiceFailure extends PaymentsException {
    private ServiceFailure(String message, int status, HttpHeaders headers) {
      super(message, null, status, headers);
    }

    @Override
    boolean mayHaveHadEffect() {
      return !code().equals("unavailable");
    }
  }

  /** No answer: no connection, a broken one, or the time was up. */
  public static final class NoAnswer extends PaymentsException {
    private final boolean sent;

    NoAnswer(String message, Throwable cause, boolean sent) {
      super(message, cause, 0, null);
      this.sent = sent;
    }

    @Override
    boolean mayHaveHadEffect() {
      return sent;
    }
  }
}
