package org.mizani.corridor;

import jakarta.persistence.Converter;
import java.util.Locale;
import org.mizani.database.LowerCaseConverter;
import org.mizani.fault.ApiFault;

/** Channel by which money reaches a recipient. */
public enum Channel {
  MOBILE,
  TILL,
  PAYBILL,
  BANK;

  /**
   * The channel of a merchant's number, as a request's {@code type} names it: {@code paybill} or
   * {@code till}.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is missing or none of them
   *     (specification, section 7)
   */
  public static Channel ofMerchantType(String type) {
    if (TILL.code().equals(type)) {
      return TILL;
    }
    if (PAYBILL.code().equals(type)) {
      return PAYBILL;
    }
    boolean missing = type == null || type.isBlank();
    String rule = "must be \"paybill\" or \"till\"";
    throw (missing ? ApiFault.required("type", rule) : ApiFault.invalid("type", rule))
        .asException();
  }

  /** The name in the database and in settings: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<Channel> {

    InDatabase() {
      super(Channel.class);
    }
  }
}
