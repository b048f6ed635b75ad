package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import org.mizani.audit.Actor;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;

/**
 * Operators who ask for operations, and others who decide. The epoch of one is counted up by a new
 * secret, by a second factor that is put in force or removed, by another end and by a disablement;
 * the credential of the environment has none.
 */
@Singleton
public final class Requesters {

  private final Database database;
  private final OperatorCredential credential;
  private final boolean secretsOpenNothing;

  Requesters(Database database, OperatorCredential credential, OperatorConfig config) {
    this.database = database;
    this.credential = credential;
    this.secretsOpenNothing = config.oidc().only();
  }

  /**
   * Requires that an operator still has the access by which its request was admitted.
   *
   * @throws ApiFault.ApiException (as failure) 409 if its epoch is another one by now
   */
  public Uni<Void> requireSame(Actor operator) {
    return database
        .read(() -> Operator.withKey(operator.key()))
        .map(found -> found.map(Operator::epoch))
        .invoke(epoch -> requireSame(operator, epoch))
        .replaceWithVoid();
  }

  private static void requireSame(Actor operator, Optional<Long> epoch) {
    if (!operator.epoch().equals(epoch)) {
      throw OperatorFault.REQUESTER_CHANGED.asException();
    }
  }

  /**
   * Requires that an operator may still do the operation that it asked for. Its access stays as it
   * is until the transaction ends, which is the caller's.
   *
   * @return its epoch; empty for the credential of the environment
   * @throws ApiFault.ApiException (as failure) 409 if it is disabled or expired, lacks this role,
   *     or is neither a person nor the credential of the environment
   */
  public Uni<Optional<Long>> require(String key, OperatorRole least) {
    return Operator.locked(key)
        .chain(
            found ->
                database
                    .now()
                    .invoke(now -> require(mayDo(key, found, least, now)))
                    .map(now -> found.map(Operator::epoch)));
  }

  /**
   * When others gave an operator the access that it has; empty for the credential of the
   * environment.
   */
  public Uni<Optional<Instant>> accessGivenAt(String key) {
    return database
        .read(() -> Operator.withKey(key))
        .map(found -> found.map(Operator::accessGivenAt));
  }

  /**
   * Whether an operator has a secret that another one has given it, and so may know. The credential
   * of the environment has none, nor have persons where they log in by the identity provider alone.
   */
  public Uni<Boolean> hasGivenSecret(String key) {
    return secretsOpenNothing
        ? Uni.createFrom().item(false)
        : database
            .read(() -> Operator.withKey(key))
            .map(found -> found.filter(person -> !person.hasOwnSecret()).isPresent());
  }

  private boolean mayDo(String key, Optional<Operator> found, OperatorRole least, Instant now) {
    return found
        .map(person -> person.isAdmitted(now) && person.profile().role().includes(least))
        .orElseGet(() -> credential.isKey(key) && credential.role().includes(least));
  }

  private static void require(boolean mayDo) {
    if (!mayDo) {
      throw OperatorFault.REQUESTER_NOT_ALLOWED.asException();
    }
  }
}
