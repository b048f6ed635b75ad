package org.mizani.rail.guard;

import static org.mizani.support.Eventually.PATIENCE;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.mizani.database.Database;
import org.mizani.support.Defaults;

/** Switches of submissions of further pods. */
public final class TestSubmission {

  private TestSubmission() {}

  /** The switch of a pod that has read it once, by this clock. */
  public static SubmissionSwitch readOnce(Database database, LongSupplier nanos) {
    SubmissionSwitch pod =
        new SubmissionSwitch(
            database,
            null,
            Defaults.of(SubmissionConfig.class),
            Defaults.of(PacingConfig.class),
            nanos,
            ThreadLocalRandom::current);
    pod.look().await().atMost(PATIENCE);
    return pod;
  }
}
