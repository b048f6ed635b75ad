package org.mizani.work;

/** Failure of a call that was not made, because it could outlast its row's lease. */
public final class LeaseEnding extends RuntimeException {

  /** Creates the failure. */
  public LeaseEnding() {
    super("its lease ends too soon for a call", null, false, false);
  }
}
