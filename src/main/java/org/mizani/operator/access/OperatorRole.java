package org.mizani.operator.access;

import jakarta.persistence.Converter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.mizani.database.LowerCaseConverter;

/**
 * Role of an operator, the least first; each may do all that those before it may (ADR 24). The last
 * one stands apart, and persons do not have it.
 */
public enum OperatorRole {
  /** Reads. */
  VIEWER,
  /** Helps partners, without moving money. */
  SUPPORT,
  /** Moves money, and enters rates. */
  FINANCE,
  /** Lets businesses and operators in, and holds submissions. */
  ADMINISTRATOR,
  /** Manages operators alone: the environment's credential in production. */
  BOOTSTRAP;

  /** All codes of persons' roles, as a refusal lists them. */
  public static final String CODES = "viewer, support, finance, administrator";

  /** The role of a code that persons may have; empty for any other text. */
  public static Optional<OperatorRole> find(String code) {
    return Arrays.stream(values())
        .filter(role -> role != BOOTSTRAP && role.code().equals(code))
        .findFirst();
  }

  /** The name in JSON and in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it may do all that the other one may. */
  public boolean includes(OperatorRole other) {
    return this == other || (this != BOOTSTRAP && compareTo(other) > 0);
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<OperatorRole> {

    InDatabase() {
      super(OperatorRole.class);
    }
  }
}
