package org.mizani.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.KeyFault;
import org.mizani.fault.OperatorFault;

/** API keys of businesses: issued, listed, changed and revoked. */
@Singleton
public final class ApiKeys {

  private static final Pattern SHAPE = Pattern.compile("[!-~]{8,100}");

  private final Database database;
  private final KeyMaker maker;

  ApiKeys(Database database, KeyMaker maker) {
    this.database = database;
    this.maker = maker;
  }

  /**
   * New key with its secret, which is shown only once.
   *
   * @param secret 256 random bits
   */
  public record Issued(ApiKey key, String secret) {

    @Override
    public String toString() {
      return "Issued[" + key.key() + "]";
    }
  }

  /**
   * Issues a new key of this deployment's environment to a business.
   *
   * @throws ApiFault.ApiException (as failure) 400 if it would have expired already
   */
  public Uni<Issued> issue(long businessId, KeyTerms terms) {
    String key = maker.newKey();
    String secret = maker.newSecret();
    return database
        .inTransaction(() -> add(businessId, key, secret, terms))
        .map(made -> new Issued(made, secret));
  }

  /**
   * Issues a new key that another key of the business makes.
   *
   * @throws ApiFault.ApiException (as failure) as {@link #issue}
   */
  public Uni<Issued> issueBy(ApiKey key, KeyTerms terms) {
    return issue(key.businessId(), terms).invoke(made -> made.key().isMadeBy(key));
  }

  /**
   * Issues a new key with an unknown secret: this operator draws another one, once.
   *
   * @param within the time that the operator has for it; after that the key opens nothing for good
   * @throws ApiFault.ApiException (as failure) as {@link #issue}
   */
  public Uni<ApiKey> issueUndrawn(
      long businessId, KeyTerms terms, SecretDrawer drawer, Duration within) {
    return database.inTransaction(
        () ->
            add(businessId, maker.newKey(), maker.newSecret(), terms)
                .invoke(made -> made.letDraw(drawer, made.createdAt().plus(within))));
  }

  /**
   * Draws the secret of a key that was issued without a known one, and was read in the same
   * transaction.
   *
   * @param drawer the one that it was issued for
   * @throws ApiFault.ApiException (as failure) 409 if it has none to draw, or the operator's epoch
   *     is another one by now, or its time for it is over; 403 for any other operator
   */
  public Uni<Issued> drawSecret(ApiKey key, SecretDrawer drawer) {
    SecretDrawer allowed = key.drawer().orElseThrow(OperatorFault.NO_SECRET_TO_DRAW::asException);
    if (!allowed.operator().equals(drawer.operator())) {
      throw OperatorFault.SECRET_OF_ANOTHER_OPERATOR.asException();
    }
    if (!allowed.epoch().equals(drawer.epoch())) {
      throw OperatorFault.REQUESTER_CHANGED.asException();
    }
    String secret = maker.newSecret();
    return database
        .now()
        .invoke(now -> requireInTime(key, now))
        .chain(() -> Business.<Business>findById(key.businessId()))
        .invoke(business -> key.replaceSecret(maker.stored(business, key.key(), secret)))
        .map(business -> new Issued(key, secret));
  }

  private static void requireInTime(ApiKey key, Instant now) {
    if (key.secretUntil().filter(now::isBefore).isEmpty()) {
      throw OperatorFault.SECRET_NOT_DRAWN_IN_TIME.asException();
    }
  }

  /**
   * Adds this API key of this deployment's environment, with all scopes, to a business. Of the
   * secret only the hash is kept, and encrypted the static webhook signature that derives from it;
   * the secret itself, encrypted, only where the legacy scheme signs with it.
   *
   * @throws IllegalArgumentException if there is no such business
   */
  public Uni<Void> add(long businessId, String key, String secret) {
    return database
        .inTransaction(() -> add(businessId, key, secret, KeyTerms.UNLIMITED))
        .replaceWithVoid();
  }

  private Uni<ApiKey> add(long businessId, String key, String secret, KeyTerms terms) {
    return Business.<Business>findById(businessId)
        .onItem()
        .ifNull()
        .failWith(() -> new IllegalArgumentException("no business " + businessId))
        .chain(business -> add(business, key, secret, terms));
  }

  private Uni<ApiKey> add(Business business, String key, String secret, KeyTerms terms) {
    return database
        .now()
        .invoke(now -> requireFuture(terms.expiresAt(), now))
        .map(
            now ->
                new ApiKey(
                    business.id(),
                    maker.environment(),
                    key,
                    maker.stored(business, key, secret),
                    terms,
                    now))
        .chain(made -> made.<ApiKey>persist());
  }

  private static void requireFuture(Optional<Instant> end, Instant now) {
    if (end.isPresent() && !end.get().isAfter(now)) {
      throw ApiFault.invalid("expiresAt", "must be in the future").asException();
    }
  }

  /** Whether this key was ever added, to any business. */
  public Uni<Boolean> exists(String key) {
    return database.read(() -> ApiKey.exists(key));
  }

  /** The key of this text; fails with 404 {@code api key not found}. */
  public Uni<ApiKey> find(long businessId, String key) {
    if (!SHAPE.matcher(key).matches()) {
      return KeyFault.API_KEY_NOT_FOUND.asFailure();
    }
    return database
        .read(() -> ApiKey.of(businessId, key))
        .map(found -> found.orElseThrow(KeyFault.API_KEY_NOT_FOUND::asException));
  }

  /** The valid keys of a business whose secrets are known to it. */
  public Uni<List<ApiKey>> usable(long businessId) {
    return database.now().chain(now -> database.read(() -> ApiKey.usableAt(businessId, now)));
  }

  /** The number of a business's keys that are valid, or were so within this time. */
  public Uni<Long> countValidWithin(long businessId, Duration time) {
    return database
        .now()
        .chain(now -> database.read(() -> ApiKey.countValidAfter(businessId, now.minus(time))));
  }

  /**
   * The keys of a business, newest first.
   *
   * @param before only those with a smaller {@link ApiKey#id}
   */
  public Uni<List<ApiKey>> list(long businessId, long before, int limit) {
    return database.read(() -> ApiKey.below(businessId, before, limit));
  }

  /**
   * Changes the terms of a key that was read in the same transaction; they hold on all pods within
   * seconds ({@code access.Callers}).
   *
   * @throws ApiFault.ApiException (as failure) 400 if its new end has passed already
   */
  public Uni<ApiKey> change(ApiKey key, KeyChange change) {
    return database
        .now()
        .invoke(
            now -> {
              KeyTerms terms = change.terms().apply(key.terms());
              if (!terms.expiresAt().equals(key.terms().expiresAt())) {
                requireFuture(terms.expiresAt(), now);
              }
              key.change(terms, change.ofScopes());
            })
        .replaceWith(key);
  }

  /**
   * Revokes a key that was read in the same transaction, for good; its tokens are refused within
   * seconds ({@code access.Callers}).
   */
  public Uni<ApiKey> revoke(ApiKey key) {
    return database.now().invoke(key::revoke).replaceWith(key);
  }
}
