package org.mizani.corridor;

import java.util.Locale;

/** How money reaches a recipient. */
public enum Channel {
  MOBILE,
  TILL,
  PAYBILL,
  BANK;

  /** The name in the database and in settings: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
