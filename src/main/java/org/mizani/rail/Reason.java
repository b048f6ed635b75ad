package org.mizani.rail;

/** A rail's own words, as far as they can be stored. */
final class Reason {

  private static final int LONGEST = 200;

  private Reason() {}

  /** What a network sends must not keep a decision from being written. */
  static String storable(String words) {
    String storable = words.replaceAll("[\\p{Cntrl}\\p{Cs}]", " ");
    int most = Math.min(storable.codePointCount(0, storable.length()), LONGEST);
    return storable.substring(0, storable.offsetByCodePoints(0, most));
  }
}
