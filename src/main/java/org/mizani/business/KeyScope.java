package org.mizani.business;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Scope of an API key: a kind of operation that it may be used for. */
public enum KeyScope {
  /** Balances, rates, banks, payouts and collections. */
  READ,
  /** New payouts. */
  PAY,
  /** New collections. */
  COLLECT,
  /** Holders of accounts, and merchants' QR codes. */
  VERIFY,
  /** API keys of the business itself; a key has it only where an operator says so. */
  MANAGE;

  /** The scopes of a key for which none are said, and all that a key gives to another one. */
  public static final List<KeyScope> USUAL = List.of(READ, PAY, COLLECT, VERIFY);

  /** The names of these scopes, in their order. */
  public static List<String> codes(List<KeyScope> scopes) {
    return scopes.stream().map(KeyScope::code).toList();
  }

  /** The scope of this name. */
  public static KeyScope of(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /**
   * The stored scopes of these names. Those that only a newer version knows are left out: after a
   * roll-back its keys go on with the others.
   */
  public static Set<KeyScope> stored(String... codes) {
    List<String> held = List.of(codes);
    return Arrays.stream(values())
        .filter(scope -> held.contains(scope.code()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The name on the wire and in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
