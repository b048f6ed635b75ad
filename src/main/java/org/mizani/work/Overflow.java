package org.mizani.work;

/** Too many items are waiting, or this one waited too long. It had no effect. */
public final class Overflow extends RuntimeException {

  public Overflow() {
    super("too much work is waiting", null, false, false);
  }
}
