package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.mizani.business.SecretHash;
import org.mizani.database.Database;
import org.mizani.operator.access.IdentityProvider.Identity;

/**
 * Verification of operators' credentials: of the environment's, of a person's secret, and of what
 * the identity provider says of a person. Nothing is used up but tries of codes.
 */
@Singleton
final class OperatorVerification {

  private static final Logger LOG = Logger.getLogger(OperatorVerification.class);

  // Compared with if the key is unknown, so that the answer takes the same time.
  private static final SecretHash NO_SECRET = SecretHash.of("nobody", "nothing");

  private final Database database;
  private final OperatorCredential credential;
  private final SecondFactors secondFactors;
  private final IdentityProvider provider;

  OperatorVerification(
      Database database,
      OperatorCredential credential,
      SecondFactors secondFactors,
      IdentityProvider provider) {
    this.database = database;
    this.credential = credential;
    this.secondFactors = secondFactors;
    this.provider = provider;
  }

  /** Credentials as they were given. */
  record Given(String key, String secret, Optional<String> code) {

    @Override
    public String toString() {
      return "Given[…]";
    }
  }

  /** An identity token of the operators' provider, and a code of their own second factor. */
  record GivenIdentity(String token, Optional<String> code) {

    @Override
    public String toString() {
      return "GivenIdentity[…]";
    }
  }

  /** The operator of a key and a secret; empty if they or the code are wrong. */
  Uni<Optional<VerifiedOperator>> verify(Given given) {
    if (credential.isKey(given.key())) {
      return verifyEnvironments(given);
    }
    SecretHash hash = SecretHash.of(given.key(), given.secret());
    return find(given.key())
        .chain(
            found -> {
              boolean matches =
                  found.map(Operator::secretHash).orElse(NO_SECRET).matches(hash)
                      && !provider.isOnlyWay();
              return verify(found.filter(person -> matches), given.code(), Optional.empty());
            });
  }

  /**
   * The person of an identity token; empty for a wrong token, or one of another installation.
   *
   * @param proved gets the key that the token proves, whether its operator is let in or not
   */
  Uni<Optional<VerifiedOperator>> verify(GivenIdentity given, Consumer<String> proved) {
    return provider
        .verify(given.token())
        .invoke(identity -> identity.map(Identity::key).ifPresent(proved))
        .map(identity -> identity.filter(Identity::isComplete))
        .chain(
            identity ->
                identity.isEmpty()
                    ? Uni.createFrom().item(Optional.empty())
                    : find(identity.get().key())
                        .chain(found -> verify(found, given.code(), identity)));
  }

  /** Refused while a person has the same key: the audit log could not tell them apart. */
  private Uni<Optional<VerifiedOperator>> verifyEnvironments(Given given) {
    Optional<VerifiedOperator> verified =
        credential
            .login(given.key(), given.secret())
            .map(login -> VerifiedOperator.ofEnvironment(login.key(), credential.claimsOf(login)));
    if (verified.isEmpty()) {
      return Uni.createFrom().item(verified);
    }
    return find(given.key())
        .invoke(
            person ->
                person.ifPresent(
                    same ->
                        LOG.error(
                            "PAYMENTS_OPERATOR_KEY is the key of a person too, so neither logs in:"
                                + " set another one.")))
        .map(person -> verified.filter(right -> person.isEmpty()));
  }

  private Uni<Optional<VerifiedOperator>> verify(
      Optional<Operator> found, Optional<String> code, Optional<Identity> identity) {
    return database
        .now()
        .map(now -> found.filter(person -> person.isAdmitted(now)))
        .chain(
            admitted ->
                admitted.isEmpty()
                    ? Uni.createFrom().item(Optional.empty())
                    : verifyCode(
                        admitted.get(), code, VerifiedOperator.of(admitted.get(), identity)));
  }

  private Uni<Optional<VerifiedOperator>> verifyCode(
      Operator person, Optional<String> code, VerifiedOperator verified) {
    return person.hasSecondFactor() && code.isPresent()
        ? secondFactors.verify(person, code.get()).map(step -> step.map(verified::withCode))
        : Uni.createFrom().item(Optional.of(verified));
  }

  /** Whether a key is one that operators have. */
  Uni<Boolean> isKnown(String key) {
    return find(key).map(found -> found.isPresent() || credential.isKey(key));
  }

  private Uni<Optional<Operator>> find(String key) {
    return OperatorForm.isKey(key)
        ? database.read(() -> Operator.withKey(key))
        : Uni.createFrom().item(Optional.empty());
  }
}
