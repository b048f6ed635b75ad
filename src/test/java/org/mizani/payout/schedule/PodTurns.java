package org.mizani.payout.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.mizani.database.DatabaseConfig;

/** Turns of due batches on further pods, for tests. */
@Singleton
public class PodTurns {

  @Inject DueBulks bulks;
  @Inject ScheduleConfig config;
  @Inject DatabaseConfig database;

  /** Those of a pod that has begun no batch. */
  public DueTurns ofNewPod() {
    return new DueTurns(bulks, config, database);
  }
}
