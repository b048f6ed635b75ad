package org.mizani.http;

/** Mask of personal data: operators can recognise a number, but not use it. */
public final class Masked {

  private static final String HIDDEN = "***";
  private static final int SHOWN = 3;

  private Masked() {}

  /** A number's last three characters after a mask; the mask alone if it has no more than those. */
  public static String number(String number) {
    return number == null || number.length() <= SHOWN
        ? HIDDEN
        : HIDDEN + number.substring(number.length() - SHOWN);
  }

  /** The mask of a number that cannot be decrypted any more, or of words that were erased. */
  public static String unreadable() {
    return HIDDEN;
  }
}
