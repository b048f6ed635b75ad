package org.mizani.payout.record;

import jakarta.persistence.Converter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.database.LowerCaseConverter;

/** Status of a payout (specification, section 3.1). Success and failure are final. */
public enum PayoutStatus {
  PENDING,
  SUCCESS,
  FAILURE;

  private static final String WIRE_PREFIX = "termination_";
  private static final String WIRE_NAMES =
      Arrays.stream(values()).map(PayoutStatus::wireName).collect(Collectors.joining(", "));

  /** The name on the wire, such as {@code termination_pending}. */
  public String wireName() {
    return WIRE_PREFIX + code();
  }

  /** The name in the database, such as {@code pending}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the status never changes any more. */
  public boolean isFinal() {
    return this != PENDING;
  }

  /** The name on the wire of the status with this name in the database. */
  public static String wireNameOfCode(String code) {
    return ofCode(code).wireName();
  }

  /** The status with this name in the database. */
  public static PayoutStatus ofCode(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /** The status with this name on the wire, if there is one. */
  public static Optional<PayoutStatus> ofWireName(String name) {
    return Arrays.stream(values()).filter(status -> status.wireName().equals(name)).findFirst();
  }

  /** The names on the wire, as a message lists them. */
  public static String wireNames() {
    return WIRE_NAMES;
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<PayoutStatus> {

    InDatabase() {
      super(PayoutStatus.class);
    }
  }
}
