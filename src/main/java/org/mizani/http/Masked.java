package org.mizani.http;

/** Personal numbers as operators see them: enough to recognise one, not to use it. */
public final class Masked {

  private static final String HIDDEN = "***";
  private static final int SHOWN = 3;

  private Masked() {}

  /** The last three characters of a number; nothing of one that is hardly longer than that. */
  public static String number(String number) {
    return number == null || number.length() <= SHOWN
        ? HIDDEN
        : HIDDEN + number.substring(number.length() - SHOWN);
  }

  /** What stands for a number that cannot be read any more. */
  public static String unreadable() {
    return HIDDEN;
  }
}
