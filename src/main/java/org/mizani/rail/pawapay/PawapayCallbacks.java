package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.mizani.rail.CallbackGate;
import org.mizani.rail.CallbackReader;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.ReceivedCallback;
import org.mizani.rail.pawapay.signature.HttpMessage;
import org.mizani.rail.pawapay.signature.HttpVerifier;
import org.mizani.rail.pawapay.signature.HttpVerifier.Verdict;

/**
 * Callbacks of payouts, refunds and deposits, at the path of the rail: the network knows one
 * address only. They count where they are signed.
 */
final class PawapayCallbacks implements CallbackReader {

  private static final PayoutAnswers PAYOUTS = new PayoutAnswers();
  private static final Duration SKEW = Duration.ofSeconds(30);
  private static final String KEY_UNKNOWN = "";
  private static final int OK = 200;

  private final CallbackGate gate;
  private final PublicKeys keys;
  private final Optional<String> authority;
  private final DepositAnswers deposits;
  private final ObjectMapper json;

  /**
   * @param authority that the network calls, where a proxy may change it on the way
   */
  PawapayCallbacks(
      CallbackGate gate,
      PublicKeys keys,
      Optional<String> authority,
      DepositAnswers deposits,
      ObjectMapper json) {
    this.gate = gate;
    this.keys = keys;
    this.authority = authority;
    this.deposits = deposits;
    this.json = json;
  }

  @Override
  public boolean isSecret(String secret) {
    return gate.isSecret(secret);
  }

  @Override
  public boolean isAllowedSource(String address) {
    return gate.isAllowedSource(address);
  }

  @Override
  public boolean isSigned() {
    return true;
  }

  @Override
  public List<String> headers() {
    return List.of(
        "signature",
        "signature-input",
        "signature-date",
        "content-digest",
        "content-type",
        "content-length");
  }

  @Override
  public Acknowledgement acknowledgement() {
    return new Acknowledgement(OK, "application/json", "{}");
  }

  @Override
  public Optional<CallbackSubject> subjectOf(ReceivedCallback callback) {
    return subjectOf(said(callback));
  }

  private static Optional<CallbackSubject> subjectOf(Transaction said) {
    return Optional.ofNullable(said.payoutId())
        .or(() -> Optional.ofNullable(said.refundId()))
        .map(id -> new CallbackSubject(Kind.PAYOUT, UUID.fromString(id)))
        .or(
            () ->
                Optional.ofNullable(said.depositId())
                    .map(id -> new CallbackSubject(Kind.COLLECTION, UUID.fromString(id))));
  }

  @Override
  public Uni<Optional<CallbackWord>> read(ReceivedCallback callback) {
    Transaction said = said(callback);
    return isSigned(callback)
        .map(signed -> subjectOf(said).map(subject -> word(subject, said, signed)));
  }

  private CallbackWord word(CallbackSubject subject, Transaction said, boolean signed) {
    Set<String> ids = Set.of(subject.id().toString());
    return subject.kind() == Kind.PAYOUT
        ? CallbackWord.of(ids, signed, PAYOUTS.ofTransaction(subject.id(), said))
        : CallbackWord.of(ids, signed, deposits.ofTransaction(subject.id(), said));
  }

  private Uni<Boolean> isSigned(ReceivedCallback callback) {
    Map<String, List<String>> fields =
        callback.headers().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, field -> List.of(field.getValue())));
    HttpMessage message =
        HttpMessage.request(
            callback.method(),
            authority.orElse(callback.authority()),
            callback.path(),
            fields,
            callback.body());
    HttpVerifier verifier = new HttpVerifier(SKEW, callback::receivedAt);
    return keys.with(verifier.keyOf(message).orElse(KEY_UNKNOWN))
        .map(known -> verify(verifier, message, known))
        .chain(
            verdict ->
                verdict == Verdict.WRONG_SIGNATURE
                    ? keys.readAgain().map(known -> verify(verifier, message, known))
                    : Uni.createFrom().item(verdict))
        .map(verdict -> verdict == Verdict.VALID);
  }

  private static Verdict verify(
      HttpVerifier verifier, HttpMessage message, Map<String, PublicKey> known) {
    return verifier.verify(message, id -> Optional.ofNullable(known.get(id)));
  }

  private Transaction said(ReceivedCallback callback) {
    try {
      Transaction said = json.readValue(callback.body(), Transaction.class);
      if (said == null) {
        throw new IllegalArgumentException("null");
      }
      return said;
    } catch (IOException e) {
      throw new IllegalArgumentException("no state of a payment");
    }
  }
}
