package org.mizani.corridor;

/** Operators of numbers, without a running service. */
public final class TestOperators {

  private TestOperators() {}

  /** Returns those of the packaged table. */
  public static MobileOperators packaged() {
    return new MobileOperators();
  }
}
