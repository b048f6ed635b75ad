package org.mizani.business;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;

/** Repository of businesses, for operators. */
@Singleton
public final class BusinessRepository {

  private static final String COLUMNS =
      """
      id, public_id, name, callback_url, collection_callback_url, collections_enabled, fee_rate,
      signature_scheme, suspended, created_at, updated_at
      """;

  private static final String ENTER =
      """
      INSERT INTO business (name, callback_url, collection_callback_url, collections_enabled,
                            fee_rate, signature_scheme, suspended)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      RETURNING
      """
          + COLUMNS;

  private static final String READ =
      "SELECT " + COLUMNS + " FROM business WHERE public_id = $1::uuid";

  /** Not FOR UPDATE, which would block the payouts of the business: they refer to it. */
  private static final String LOCK = READ + " FOR NO KEY UPDATE";

  private static final String CHANGE =
      """
      UPDATE business
      SET name = $1, callback_url = $2, collection_callback_url = $3, collections_enabled = $4,
          fee_rate = $5, signature_scheme = $6, suspended = $7, updated_at = now()
      WHERE id = $8
      RETURNING
      """
          + COLUMNS;

  private static final String LIST =
      "SELECT " + COLUMNS + " FROM business WHERE id < $1 ORDER BY id DESC LIMIT $2";

  private final Database database;

  BusinessRepository(Database database) {
    this.database = database;
  }

  /** Enters a business; it has no key and no webhook secret yet. */
  public Uni<Business> enter(BusinessProfile profile) {
    return one(ENTER, parameters(profile));
  }

  /** The business of this public id; fails with 404 {@code business not found}. */
  public Uni<Business> read(UUID publicId) {
    return one(READ, Tuple.of(publicId));
  }

  /**
   * Reads a business and locks it, and all that is changed under this lock, until the transaction
   * ends; fails with 404 {@code business not found}.
   */
  public Uni<Business> lock(UUID publicId) {
    return one(LOCK, Tuple.of(publicId));
  }

  /** Replaces the profile of a business. */
  public Uni<Business> change(long id, BusinessProfile profile) {
    return one(CHANGE, parameters(profile).addLong(id));
  }

  /**
   * Businesses, newest first.
   *
   * @param before only those with a smaller {@link Business#id}
   */
  public Uni<List<Business>> list(long before, int limit) {
    return database.list(LIST, Tuple.of(before, limit), BusinessRepository::business);
  }

  private static Tuple parameters(BusinessProfile profile) {
    return Tuple.tuple()
        .addString(profile.name())
        .addString(profile.callbackUrl().orElse(null))
        .addString(profile.collectionCallbackUrl().orElse(null))
        .addBoolean(profile.collectionsEnabled())
        .addBigDecimal(profile.feeRate())
        .addString(profile.signatureScheme().code())
        .addBoolean(profile.suspended());
  }

  private Uni<Business> one(String statement, Tuple parameters) {
    return database
        .find(statement, parameters, BusinessRepository::business)
        .map(found -> found.orElseThrow(ApiFault.BUSINESS_NOT_FOUND::asException));
  }

  private static Business business(Row row) {
    BusinessProfile profile =
        new BusinessProfile(
            row.getString("name"),
            Optional.ofNullable(row.getString("callback_url")),
            Optional.ofNullable(row.getString("collection_callback_url")),
            row.getBoolean("collections_enabled"),
            row.getBigDecimal("fee_rate"),
            SignatureScheme.valueOf(row.getString("signature_scheme").toUpperCase(Locale.ROOT)),
            row.getBoolean("suspended"));
    return new Business(
        row.getLong("id"),
        row.getUUID("public_id"),
        profile,
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }
}
