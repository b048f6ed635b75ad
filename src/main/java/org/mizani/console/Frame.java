package org.mizani.console;

import java.util.List;

/**
 * Frame of a page: the operator that it is for, and the ways to other screens.
 *
 * @param operator the operator's key; empty before the log-in
 * @param formToken that its forms carry
 * @param assets the path of stylesheet and script
 */
public record Frame(
    String operator,
    String role,
    String environment,
    String formToken,
    String assets,
    List<Way> ways) {

  /**
   * Way to a screen.
   *
   * @param here whether the page is of this screen
   */
  public record Way(String path, String name, boolean here) {}

  /** Whether there is a session. */
  public boolean loggedIn() {
    return !operator.isEmpty();
  }

  /** Whether money is real here. */
  public boolean live() {
    return environment.equals("production");
  }
}
