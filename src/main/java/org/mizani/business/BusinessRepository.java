package org.mizani.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.fault.OperatorFault;

/** Repository of businesses, for operators. */
@Singleton
public final class BusinessRepository {

  private final Database database;

  BusinessRepository(Database database) {
    this.database = database;
  }

  /** Enters a business; it has no key and no webhook secret yet. */
  public Uni<Business> enter(BusinessProfile profile) {
    return database.inTransaction(
        () -> database.now().chain(now -> new Business(profile, now).persist()));
  }

  /** The business of this public id; fails with 404 {@code business not found}. */
  public Uni<Business> read(UUID publicId) {
    return database.read(() -> Business.withPublicId(publicId)).map(BusinessRepository::required);
  }

  /**
   * Reads a business and locks it, and all that is changed under this lock, until the transaction
   * ends; fails with 404 {@code business not found}. The lock (FOR NO KEY UPDATE) does not block
   * the payouts of the business, which refer to it.
   */
  public Uni<Business> lock(UUID publicId) {
    return database
        .inTransaction(() -> Business.locked(publicId))
        .map(BusinessRepository::required);
  }

  /**
   * Replaces the profile of a business that was read in the same transaction, at whose end it is
   * written.
   */
  public Uni<Business> change(Business business, BusinessProfile profile) {
    return database.now().invoke(now -> business.change(profile, now)).replaceWith(business);
  }

  /**
   * Businesses, newest first.
   *
   * @param before only those with a smaller {@link Business#id}
   */
  public Uni<List<Business>> list(long before, int limit) {
    return database.read(() -> Business.below(before, limit));
  }

  private static Business required(Optional<Business> found) {
    return found.orElseThrow(OperatorFault.BUSINESS_NOT_FOUND::asException);
  }
}
