package org.mizani.rail.simulator;

/** What the sandbox does with a recipient; the last two digits of its number tell. */
enum Behaviour {
  PAYS,
  FAILS,
  NEVER_ANSWERS,
  TIMES_OUT_BUT_PAYS,
  ANSWERS_LATE,
  REFUSES_CONNECTIONS_AT_FIRST;

  /** The behaviour that stands behind an ending, {@link #PAYS} for one without a meaning. */
  static Behaviour ofEnding(String number) {
    return switch (number.substring(number.length() - 2)) {
      case "91" -> FAILS;
      case "92" -> NEVER_ANSWERS;
      case "93" -> TIMES_OUT_BUT_PAYS;
      case "94" -> ANSWERS_LATE;
      case "95" -> REFUSES_CONNECTIONS_AT_FIRST;
      default -> PAYS;
    };
  }
}
