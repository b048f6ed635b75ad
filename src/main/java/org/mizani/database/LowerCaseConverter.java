package org.mizani.database;

import jakarta.persistence.AttributeConverter;
import java.util.Locale;

/**
 * Converter of a closed set, for the fields of entities: the database has the constants' names in
 * lower case.
 */
public abstract class LowerCaseConverter<E extends Enum<E>>
    implements AttributeConverter<E, String> {

  private final Class<E> type;

  protected LowerCaseConverter(Class<E> type) {
    this.type = type;
  }

  @Override
  public final String convertToDatabaseColumn(E constant) {
    return constant == null ? null : constant.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public final E convertToEntityAttribute(String code) {
    return code == null ? null : Enum.valueOf(type, code.toUpperCase(Locale.ROOT));
  }
}
