package org.mizani.rail.guard;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import org.mizani.rail.PauseReason;
import org.mizani.rail.RailSettingsOf;
import org.mizani.rail.TestRails;
import org.mizani.support.Defaults;
import org.mizani.support.Eventually;

/** Pauses of rails for tests without a database. */
public final class TestPauses {

  private TestPauses() {}

  /** Returns the look-ups of a service with these pauses. */
  public static HolderLookups lookups(RailPauses pauses) {
    return new HolderLookups(pauses);
  }

  /** Returns the pauses of a service of which no rail pauses. */
  public static RailPauses none() {
    return with(null);
  }

  /** Returns the pauses of a service of which one rail pauses, for this reason. */
  public static RailPauses of(String rail, PauseReason reason) {
    RailPauses pauses = with(new Held(rail, reason));
    pauses.look().await().atMost(Eventually.PATIENCE);
    return pauses;
  }

  private static RailPauses with(PauseStore store) {
    return new RailPauses(
        store,
        null,
        TestRails.routerOf(),
        TestRails.connectedBy(RailSettingsOf.all(Map.of())),
        Defaults.of(PacingConfig.class));
  }

  /** Store of one pause. */
  private static final class Held extends PauseStore {

    private final String rail;
    private final PauseReason reason;

    Held(String rail, PauseReason reason) {
      super(null);
      this.rail = rail;
      this.reason = reason;
    }

    @Override
    Uni<List<RailPause>> open() {
      return Uni.createFrom().item(List.of(new Pause(rail, reason)));
    }
  }

  private static final class Pause extends RailPause {

    private final String rail;
    private final PauseReason reason;

    Pause(String rail, PauseReason reason) {
      this.rail = rail;
      this.reason = reason;
    }

    @Override
    public String rail() {
      return rail;
    }

    @Override
    public PauseReason reason() {
      return reason;
    }
  }
}
