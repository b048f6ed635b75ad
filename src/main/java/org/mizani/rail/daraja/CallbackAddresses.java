package org.mizani.rail.daraja;

import java.util.List;
import java.util.Locale;

/** Addresses of callbacks: those that Daraja agrees to call, and those that it calls from. */
public final class CallbackAddresses {

  /** Source addresses seen in practice; the network publishes no list, so it is a default. */
  public static final List<String> SOURCES =
      List.of(
          "196.201.212.69",
          "196.201.212.74",
          "196.201.212.127",
          "196.201.212.129",
          "196.201.212.136",
          "196.201.212.138",
          "196.201.213.44",
          "196.201.213.114",
          "196.201.214.200",
          "196.201.214.206",
          "196.201.214.207",
          "196.201.214.208");

  private static final List<String> REFUSED_WORDS =
      List.of("m-pesa", "mpesa", "safaricom", "exe", "cmd", "sql", "query");

  private CallbackAddresses() {}

  /**
   * Whether a URL, or a part of one such as a random token, has none of the words for which Daraja
   * refuses callback addresses, in upper or lower case. Of random tokens in base64url some have
   * one; a whole URL is to be checked, because a word may also begin in one part and end in the
   * next.
   */
  public static boolean isAllowed(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    return REFUSED_WORDS.stream().noneMatch(lower::contains);
  }
}
