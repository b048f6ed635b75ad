package org.mizani.rail.guard;

import java.util.Map;
import org.mizani.rail.RailSettingsOf;
import org.mizani.rail.TestRails;
import org.mizani.support.Defaults;

/** Pauses of rails for tests without a database. */
public final class TestPauses {

  private TestPauses() {}

  /** Returns the pauses of a service of which no rail pauses. */
  public static RailPauses none() {
    return new RailPauses(
        null,
        null,
        TestRails.routerOf(),
        TestRails.connectedBy(RailSettingsOf.all(Map.of())),
        Defaults.of(PacingConfig.class));
  }
}
