package org.mizani.rail.check;

/**
 * Finding of a check.
 *
 * @param subject such as {@code callback}
 * @param words for its reader, without secrets; of what is wrong with what to do
 */
public record Finding(Verdict verdict, String subject, String words) {

  private static final String LINE = "%-11s %-12s %s";

  /** Verdicts on what was checked. */
  public enum Verdict {
    OK("ok"),
    WRONG("wrong"),
    CANNOT_TELL("cannot tell");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }
  }

  /** A finding of something that is in order. */
  static Finding ok(String subject, String words) {
    return new Finding(Verdict.OK, subject, words);
  }

  /** A finding of something that is not. */
  public static Finding wrong(String subject, String words) {
    return new Finding(Verdict.WRONG, subject, words);
  }

  /** A finding of a fact that the check cannot tell, with the sign that will. */
  static Finding cannotTell(String subject, String words) {
    return new Finding(Verdict.CANNOT_TELL, subject, words);
  }

  /** Whether there is a fault. */
  public boolean isWrong() {
    return verdict == Verdict.WRONG;
  }

  /** Whether all is well. */
  public boolean isOk() {
    return verdict == Verdict.OK;
  }

  /** The finding in one line. */
  public String line() {
    return LINE.formatted(verdict.word, subject, words);
  }
}
