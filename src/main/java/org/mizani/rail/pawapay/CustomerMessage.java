package org.mizani.rail.pawapay;

import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;

/** Text that the customer reads beside a payment: 4 to 22 letters, digits and spaces. */
final class CustomerMessage {

  private static final int SHORTEST = 4;
  private static final int LONGEST = 22;

  private static final Pattern MARKS = Pattern.compile("\\p{M}");
  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9]+");

  private CustomerMessage() {}

  /** The text as far as the networks show it, or empty if that is too short to be sent. */
  static Optional<String> of(String narration) {
    String unmarked =
        MARKS.matcher(Normalizer.normalize(narration, Normalizer.Form.NFD)).replaceAll("");
    String plain = OTHERS.matcher(unmarked).replaceAll(" ").strip();
    String cut = plain.substring(0, Math.min(plain.length(), LONGEST)).strip();
    return Optional.of(cut).filter(text -> text.length() >= SHORTEST);
  }
}
