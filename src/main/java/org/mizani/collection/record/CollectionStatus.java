package org.mizani.collection.record;

import jakarta.persistence.Converter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.database.LowerCaseConverter;

/** Status of a collection (specification, section 3.2). All but pending are final. */
public enum CollectionStatus {
  PENDING("collection_pending", "waiting for the customer to approve"),
  SUCCESS("collection_success", "paid by the customer"),
  FAILURE("collection_failure", "not paid by the customer"),
  CANCELLED("cancelled", "cancelled");

  private static final String WIRE_NAMES =
      Arrays.stream(values()).map(CollectionStatus::wireName).collect(Collectors.joining(", "));

  private final String wireName;
  private final String message;

  CollectionStatus(String wireName, String message) {
    this.wireName = wireName;
    this.message = message;
  }

  /** The {@code statusMessage} of this status if the rail gave no reason. */
  String message() {
    return message;
  }

  /** The name on the wire, such as {@code collection_pending}. */
  public String wireName() {
    return wireName;
  }

  /** The name in the database, such as {@code pending}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the status never changes any more. */
  public boolean isFinal() {
    return this != PENDING;
  }

  /** The status with this name in the database. */
  public static CollectionStatus ofCode(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /** The status with this name on the wire, if there is one. */
  public static Optional<CollectionStatus> ofWireName(String name) {
    return Arrays.stream(values()).filter(status -> status.wireName.equals(name)).findFirst();
  }

  /** The names on the wire, as a message lists them. */
  public static String wireNames() {
    return WIRE_NAMES;
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<CollectionStatus> {

    InDatabase() {
      super(CollectionStatus.class);
    }
  }
}
