package org.mizani.console;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * Fact of a page: a name with its value.
 *
 * @param value empty for one that is not known
 * @param path of the page that the value leads to; empty without one
 */
public record Fact(String name, String value, String path) {

  /** A fact of a value, or of none. */
  public static Fact of(String name, Object value) {
    return new Fact(name, Shown.text(value), "");
  }

  /** A fact that leads to another page. */
  public static Fact link(String name, String value, String path) {
    return new Fact(name, Shown.text(value), path);
  }

  /** A fact of an amount, or of none. */
  public static Fact money(String name, BigDecimal major, String currency) {
    return new Fact(name, Shown.money(major, currency), "");
  }

  /** A fact of a time, or of none. */
  public static Fact time(String name, Instant at) {
    return new Fact(name, Shown.time(at), "");
  }

  /** Whether there is a value. */
  public boolean known() {
    return !value.isEmpty();
  }
}
