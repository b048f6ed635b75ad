package org.mizani.rail.guard;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Mode of the calls that settle payments, the loosest first (ADR 22). */
public enum SubmissionMode {
  /** Payments are submitted and asked about. */
  ON,
  /** Payments that their networks may have are asked about; none is submitted. */
  ASK_ONLY,
  /** Networks are not called about payments at all. */
  OFF;

  /** All codes, as a refusal lists them. */
  public static final String CODES = "on, ask-only, off";

  /** The mode of a code; empty for any other text. */
  public static Optional<SubmissionMode> find(String code) {
    return Arrays.stream(values()).filter(mode -> mode.code().equals(code)).findFirst();
  }

  /** The name in settings, in JSON and in the database, such as {@code ask-only}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The mode that lets less through. */
  SubmissionMode stricter(SubmissionMode other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Whether it stops questions, or submissions. */
  boolean stops(boolean question) {
    return this == OFF || this == ASK_ONLY && !question;
  }
}
