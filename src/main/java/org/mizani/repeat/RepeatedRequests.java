package org.mizani.repeat;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.mizani.access.Caller;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.ErrorCode;
import org.mizani.repeat.RecordedKeys.Recorded;

/**
 * Requests with an idempotency key: a repeat gets the answer to the first one of its key (ADR 32).
 * The statement that creates a payment records the key too, and skips a request whose key is
 * recorded. So a repeat ends as some refusal, and only upon a refusal the key is looked for.
 */
@Singleton
public final class RepeatedRequests {

  private static final String REPLAYED = "Idempotency-Replayed";
  private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");

  /** Refusals by the state of things, which another moment could turn into a payment. */
  private static final Set<ErrorCode> REMEMBERED =
      EnumSet.of(
          ErrorCode.RATE_NOT_CONFIGURED,
          ErrorCode.REFERENCE_USED,
          ErrorCode.REFERENCE_USED_DIFFERENTLY,
          ErrorCode.COLLECTION_NOT_REFUNDABLE,
          ErrorCode.INSUFFICIENT_BALANCE,
          ErrorCode.RECIPIENT_NOT_ACTIVE,
          ErrorCode.CORRIDOR_UNAVAILABLE,
          ErrorCode.TOO_MANY_BULKS);

  private final RecordedKeys recorded;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  RepeatedRequests(RecordedKeys recorded, RoutingContext exchange) {
    this.recorded = recorded;
    this.exchange = exchange;
  }

  /**
   * Answers the current request. Without a key the creation is all that it does.
   *
   * @param creation creates the payment and records the key, or refuses
   * @param made the answer to the creation of a payment with this id; empty if there is none, or it
   *     cannot be told any more
   * @throws ApiException (as failure) 400 for a key that is none, 422 for one of another request;
   *     those of the creation
   */
  public <T> Uni<T> answer(
      Caller caller,
      Function<Optional<RequestKey>, Uni<T>> creation,
      Function<UUID, Uni<Optional<T>>> made) {
    return key(caller)
        .map(key -> answer(caller, new Replay<>(key, made, exchange.response()), creation))
        .orElseGet(() -> creation.apply(Optional.empty()));
  }

  private <T> Uni<T> answer(
      Caller caller, Replay<T> replay, Function<Optional<RequestKey>, Uni<T>> creation) {
    return Uni.createFrom()
        .deferred(() -> creation.apply(Optional.of(replay.key())))
        .onFailure(ApiException.class)
        .recoverWithUni(refusal -> unlessRepeat(caller, replay, refusal.fault()));
  }

  /**
   * The idempotency key of the current request, if it has one.
   *
   * @throws ApiException 400 for a key that is none
   */
  public Optional<RequestKey> key(Caller caller) {
    List<String> sent = exchange.request().headers().getAll(RequestKey.HEADER);
    if (sent.isEmpty()) {
      return Optional.empty();
    }
    if (sent.size() > 1 || !KEY.matcher(sent.get(0)).matches()) {
      throw ApiFault.invalid(RequestKey.HEADER, "must be 1 to 255 visible ASCII characters")
          .asException();
    }
    return Optional.of(recorded.key(caller, sent.get(0), RequestDigest.of(exchange)));
  }

  private <T> Uni<T> unlessRepeat(Caller caller, Replay<T> replay, ApiFault refusal) {
    return firstOf(caller, replay.key(), refusal)
        .chain(
            first ->
                first
                    .map(recordedFirst -> replay.of(recordedFirst, refusal))
                    .orElseGet(refusal::asFailure));
  }

  /** The recorded first request of a key; empty if it is this one, which is refused. */
  private Uni<Optional<Recorded>> firstOf(Caller caller, RequestKey key, ApiFault refusal) {
    return REMEMBERED.contains(refusal.code())
        ? recorded
            .record(caller, key, refusal)
            .chain(isFirst -> isFirst ? none() : find(caller, key))
        : find(caller, key);
  }

  private Uni<Optional<Recorded>> find(Caller caller, RequestKey key) {
    return recorded.find(caller, key);
  }

  private static Uni<Optional<Recorded>> none() {
    return Uni.createFrom().item(Optional.empty());
  }

  /** Replay of the first answer of a key. */
  private record Replay<T>(
      RequestKey key, Function<UUID, Uni<Optional<T>>> made, HttpServerResponse response) {

    /**
     * The first answer. The refusal of this request stands where the first one's cannot be told:
     * its refusal is not known to this version; the payment's personal data is erased; or its
     * reference was used, and the pod ended before it had recorded that.
     */
    Uni<T> of(Recorded first, ApiFault refusal) {
      if (!key.isOf(first.digest())) {
        return ApiFault.IDEMPOTENCY_KEY_REUSED.asFailure();
      }
      if (first.refusal().isPresent()) {
        mark();
        return first.refusal().get().asFailure();
      }
      if (first.paymentId().isEmpty()) {
        return unlessOfTheKeyAlone(refusal).asFailure();
      }
      return made.apply(first.paymentId().get())
          .invoke(found -> found.ifPresent(answer -> mark()))
          .chain(
              found ->
                  found.map(answer -> Uni.createFrom().item(answer)).orElseGet(refusal::asFailure));
    }

    /** No payment has the reference: a program may not take 409 for a payment that was made. */
    private static ApiFault unlessOfTheKeyAlone(ApiFault refusal) {
      return refusal.equals(ApiFault.DUPLICATE_REFERENCE) ? ApiFault.SERVICE_UNAVAILABLE : refusal;
    }

    private void mark() {
      response.putHeader(REPLAYED, "true");
    }
  }
}
