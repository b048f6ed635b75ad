package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mizani.rail.daraja.DarajaAnswer.Acknowledgement;
import org.mizani.rail.daraja.DarajaAnswer.GatewayError;

/**
 * Reads the gateway's answers. An answer that is not certain is {@link GatewayAnswer.Unclear}, and
 * one without any code is none.
 */
public final class GatewayAnswers {

  private static final int OK_CLASS = 2;
  private static final int STATUSES_IN_CLASS = 100;
  private static final int UNAUTHORIZED = 401;
  private static final int TOO_MANY_REQUESTS = 429;

  /** Beside 401.*; 400.003.01 is seen in practice. */
  private static final Set<String> BAD_TOKEN = Set.of("404.001.03", "400.003.01");

  /** Spike arrest, and a quota that is used up. */
  private static final Set<String> TOO_FAST = Set.of("500.003.02", "500.003.03");

  /** Beside the ones above. */
  private static final String LIMIT = "429.";

  /** Of a wrong key or secret, and of a wrong way to send them. */
  private static final String BAD_CREDENTIAL = "400.008.";

  private static final String BAD_FIELD = "400.002.02";

  /** Fields that are the same in all our requests of a kind; {@code PartyA} may be a customer. */
  private static final Pattern OUR_FIELD =
      Pattern.compile(
          "initiator|security ?credential|business ?short ?code|command ?id|identifier ?type"
              + "|transaction ?type|password|timestamp|(result|time ?out|call ?back) ?url",
          Pattern.CASE_INSENSITIVE);

  private static final String DUPLICATE = "500.002.1001";

  private GatewayAnswers() {}

  /** The meaning of an answer with this HTTP status and body. */
  public static GatewayAnswer read(int status, String body) {
    JsonNode tree = DarajaJson.tree(body);
    Optional<GatewayError> error =
        DarajaJson.read(tree, GatewayError.class).filter(e -> isText(e.errorCode()));
    if (error.isPresent()) {
      GatewayAnswer meaning = ofError(error.get().errorCode().strip(), error.get().errorMessage());
      return status == TOO_MANY_REQUESTS ? ofLimit(meaning) : meaning;
    }
    if (status == UNAUTHORIZED) {
      return new GatewayAnswer.BadToken();
    }
    // The limits of the gateway's own software have words of their own.
    if (!isOk(status) && body.contains("policies.ratelimit.")) {
      return new GatewayAnswer.SlowDown();
    }
    return DarajaJson.read(tree, Acknowledgement.class)
        .filter(answer -> isText(answer.responseCode()))
        .map(answer -> ofAcknowledgement(status, answer))
        .orElseGet(
            () ->
                status == TOO_MANY_REQUESTS
                    ? new GatewayAnswer.SlowDown()
                    : new GatewayAnswer.NoAnswer(status));
  }

  /** Whether a question met a limit: to ask again does no harm, whatever the body says. */
  static boolean isLimit(int status, GatewayAnswer meaning) {
    return status == TOO_MANY_REQUESTS || meaning instanceof GatewayAnswer.SlowDown;
  }

  /**
   * The meaning of an error under status 429. The gateway refuses before the payment is begun; what
   * lies behind it answers with codes of its own, and may have begun it.
   */
  private static GatewayAnswer ofLimit(GatewayAnswer meaning) {
    return meaning instanceof GatewayAnswer.Unclear || meaning instanceof GatewayAnswer.Duplicate
        ? meaning
        : new GatewayAnswer.SlowDown();
  }

  /** Whether a request for a token was refused for the sake of our credential. */
  static boolean refusesCredential(int status, String body) {
    return status == UNAUTHORIZED
        || status != TOO_MANY_REQUESTS
            && DarajaJson.read(body, GatewayError.class)
                .filter(error -> isText(error.errorCode()))
                .filter(error -> error.errorCode().strip().startsWith(BAD_CREDENTIAL))
                .isPresent();
  }

  private static GatewayAnswer ofError(String code, String message) {
    if (code.startsWith("401.") || BAD_TOKEN.contains(code)) {
      return new GatewayAnswer.BadToken();
    }
    if (TOO_FAST.contains(code) || code.startsWith(LIMIT)) {
      return new GatewayAnswer.SlowDown();
    }
    if (code.equals(BAD_FIELD) && message != null && OUR_FIELD.matcher(message).find()) {
      return new GatewayAnswer.NotOffered("a setting of ours is refused, error " + code);
    }
    if (code.equals(BAD_FIELD)) {
      return new GatewayAnswer.Refused(message == null ? code : message);
    }
    if (code.startsWith("404.")) {
      return new GatewayAnswer.NotOffered("no such path or product, error " + code);
    }
    // The same code is also an internal error, after which the network may not have the payment.
    if (code.equals(DUPLICATE) && saysDuplicate(message)) {
      return new GatewayAnswer.Duplicate();
    }
    return new GatewayAnswer.Unclear("error " + code);
  }

  private static GatewayAnswer ofAcknowledgement(int status, Acknowledgement answer) {
    String code = answer.responseCode().strip();
    if (code.equals("0") && isOk(status)) {
      return new GatewayAnswer.Acknowledged(
          Optional.ofNullable(answer.networkId()).filter(GatewayAnswers::isText),
          Optional.ofNullable(answer.requestId()).filter(GatewayAnswers::isText));
    }
    if (code.equals("1") && saysDuplicate(answer.responseDescription())) {
      return new GatewayAnswer.Duplicate();
    }
    return new GatewayAnswer.Unclear("HTTP " + status + ", response code " + code);
  }

  private static boolean isOk(int status) {
    return status / STATUSES_IN_CLASS == OK_CLASS;
  }

  private static boolean saysDuplicate(String message) {
    return isText(message)
        && message.toLowerCase(Locale.ROOT).contains("duplicate originatorconversationid");
  }

  private static boolean isText(String text) {
    return text != null && !text.isBlank();
  }
}
