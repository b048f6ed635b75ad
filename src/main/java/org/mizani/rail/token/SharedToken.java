package org.mizani.rail.token;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.mizani.rail.token.TokenStore.StoredToken;

/**
 * Access token of one application at a network, shared by all pods and by all rails that have it:
 * of some networks each new token ends the one before (ADR 19). It lies sealed in the database; one
 * pod at a time asks for a new one, and the others wait for that.
 */
public final class SharedToken {

  /** Before its end, so that no call goes out with a token that ends on the way. */
  private static final Duration EARLY = Duration.ofSeconds(60);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final String application;
  private final TokenStore store;
  private final Supplier<Uni<IssuedToken>> issuer;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Duration patience;
  private final AtomicReference<StoredToken> known = new AtomicReference<>();

  /**
   * @param application at the network, by which the token is found
   * @param issuer asks the network for a new token
   * @param clock tells when a token has ended, which all pods are to see alike
   * @param patience the longest wait of a call for new tokens, asked for by this pod or by another
   *     that may be dead. It is shorter than the time of a call: one that ends without a token was
   *     certainly not made
   */
  public SharedToken(
      String application,
      TokenStore store,
      Supplier<Uni<IssuedToken>> issuer,
      InstantSource clock,
      Duration patience) {
    this(application, store, issuer, clock, System::nanoTime, patience);
  }

  /**
   * @param nanos the time since any moment, by which waits are measured
   */
  SharedToken(
      String application,
      TokenStore store,
      Supplier<Uni<IssuedToken>> issuer,
      InstantSource clock,
      LongSupplier nanos,
      Duration patience) {
    this.application = application;
    this.store = store;
    this.issuer = issuer;
    this.clock = clock;
    this.nanos = nanos;
    this.patience = patience;
  }

  /** Token that a network has issued, and how long it lasts. */
  public record IssuedToken(String token, Duration lasts) {

    @Override
    public String toString() {
      return "IssuedToken[…]";
    }
  }

  /** Refusal of a token by the network: the call had no effect. */
  public static final class TokenRefused extends RuntimeException {

    public TokenRefused() {
      super("the network refuses the token", null, false, false);
    }
  }

  /** No token could be had in time: the network was not called. */
  public static final class NoToken extends RuntimeException {

    NoToken() {
      super("no token of the network in time", null, false, false);
    }
  }

  /**
   * Makes a call with the token; if the network refuses it, once more with a new one.
   *
   * @param call fails with {@link TokenRefused} where the network refuses the token
   */
  public <T> Uni<T> with(Function<String, Uni<T>> call) {
    return Uni.createFrom()
        .deferred(
            () -> {
              TokenWait wait = TokenWait.begin(nanos, patience);
              return token(Optional.empty(), wait).chain(token -> callWith(token, call, wait));
            });
  }

  /**
   * Makes the call. The time of the call itself is no wait for a token: a network that is slow to
   * refuse one is asked for another all the same.
   */
  private <T> Uni<T> callWith(StoredToken token, Function<String, Uni<T>> call, TokenWait wait) {
    Duration left = wait.left();
    return call.apply(token.token())
        .onFailure(TokenRefused.class)
        .recoverWithUni(
            () ->
                token(Optional.of(token.version()), wait.resume(left))
                    .chain(fresh -> call.apply(fresh.token())));
  }

  /**
   * A token that has not ended.
   *
   * @param refused the version that the network refuses, if it does
   */
  private Uni<StoredToken> token(Optional<Long> refused, TokenWait wait) {
    StoredToken cached = known.get();
    return isGood(cached, refused) ? Uni.createFrom().item(cached) : look(refused, wait);
  }

  private boolean isGood(StoredToken token, Optional<Long> refused) {
    return token != null
        && token.token() != null
        && token.expiresAt().isAfter(clock.instant().plus(EARLY))
        && refused.filter(version -> token.version() <= version).isEmpty();
  }

  private Uni<StoredToken> look(Optional<Long> refused, TokenWait wait) {
    return store
        .read(application)
        .chain(
            stored -> {
              if (isGood(stored, refused)) {
                known.set(stored);
                return Uni.createFrom().item(stored);
              }
              return wait.isTooLateToAsk()
                  ? lookAgain(refused, wait)
                  : store
                      .takeRefresh(application, stored.version())
                      .chain(
                          ours ->
                              ours ? refresh(stored.version(), wait) : lookAgain(refused, wait));
            });
  }

  private Uni<StoredToken> lookAgain(Optional<Long> refused, TokenWait wait) {
    if (wait.isOver()) {
      return Uni.createFrom().failure(NoToken::new);
    }
    return Uni.createFrom()
        .voidItem()
        .onItem()
        .delayIt()
        .by(BETWEEN_LOOKS)
        .chain(() -> look(refused, wait));
  }

  private Uni<StoredToken> refresh(long version, TokenWait wait) {
    return ask(wait)
        .chain(
            issued ->
                store.store(
                    application,
                    new StoredToken(
                        issued.token(), clock.instant().plus(issued.lasts()), version + 1)))
        .invoke(known::set)
        .onFailure()
        .call(() -> store.giveUpRefresh(application, version));
  }

  /** What is left of the wait is less where another pod had the refresh before. */
  private Uni<IssuedToken> ask(TokenWait wait) {
    Duration left = wait.left();
    return wait.isTooLateToAsk(left)
        ? Uni.createFrom().failure(NoToken::new)
        : issuer.get().ifNoItem().after(left).failWith(NoToken::new);
  }
}
