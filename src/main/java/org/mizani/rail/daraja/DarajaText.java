package org.mizani.rail.daraja;

import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Texts of requests, cut to the lengths that Daraja takes, in the characters that it takes in all
 * of them: ASCII letters, digits and a few marks. Cutting an identifier would name another account,
 * so that is refused instead.
 */
public final class DarajaText {

  private static final int REMARKS = 100;
  private static final int LEAST_REMARKS = 2;
  private static final int ACCOUNT = 13;
  private static final int STK_REFERENCE = 12;
  private static final int STK_DESCRIPTION = 13;
  private static final String DEFAULT = "Payment";

  private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9 ._/-]+");
  private static final Pattern SPACES = Pattern.compile(" +");
  private static final Pattern EXACT = Pattern.compile("[A-Za-z0-9 ._/#-]{1," + ACCOUNT + "}");

  private DarajaText() {}

  /** Remarks: 2 to 100 characters, or a general word if the text has less of them. */
  public static String remarks(String text) {
    return cut(text, REMARKS, LEAST_REMARKS);
  }

  /** Occasion of a payment: 1 to 100 characters, or a general word if the text has none. */
  public static String occasion(String text) {
    return cut(text, REMARKS, 1);
  }

  /** Reference that a prompt shows to the customer: 1 to 12 characters. */
  public static String promptReference(String text) {
    return cut(text, STK_REFERENCE, 1);
  }

  /** Description of a prompt: 1 to 13 characters. */
  public static String promptDescription(String text) {
    return cut(text, STK_DESCRIPTION, 1);
  }

  /**
   * Account at a paybill, unchanged; empty if it is longer than 13 characters or has others than
   * Daraja takes.
   */
  public static Optional<String> account(String account) {
    String stripped = account.strip();
    return EXACT.matcher(stripped).matches() ? Optional.of(stripped) : Optional.empty();
  }

  private static String cut(String text, int longest, int least) {
    String plain = ACCENTS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
    String safe = SPACES.matcher(UNSAFE.matcher(plain).replaceAll(" ")).replaceAll(" ").strip();
    String cut = safe.substring(0, Math.min(longest, safe.length())).strip();
    return cut.length() < least ? DEFAULT : cut;
  }
}
