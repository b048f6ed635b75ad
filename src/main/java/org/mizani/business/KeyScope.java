package org.mizani.business;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Scope of an API key: a kind of operation that it may be used for. */
public enum KeyScope {
  /** Balances, rates, banks, payouts and collections. */
  READ,
  /** New payouts. */
  PAY,
  /** New collections. */
  COLLECT,
  /** Holders of accounts, and merchants' QR codes. */
  VERIFY;

  /** The names of all scopes, in their order. */
  public static List<String> codes() {
    return Arrays.stream(values()).map(KeyScope::code).toList();
  }

  /** The scope of this name. */
  public static KeyScope of(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /** The name on the wire and in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
