package org.mizani.work;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.mizani.rail.RailSettings;

/** Schedules of the questions to each rail's network: its own, or that of all. */
public final class PollSchedules {

  private final Map<String, PollSchedule> ofRails;
  private final PollSchedule common;

  /**
   * @throws ConfigurationException for a rail's wait that is none
   */
  public PollSchedules(RailSettings settings, PollSchedule common) {
    this.common = common;
    this.ofRails =
        settings.rails().entrySet().stream()
            .filter(rail -> rail.getValue().type().isPresent())
            .filter(rail -> rail.getValue().pollAfter().isPresent())
            .collect(toUnmodifiableMap(Map.Entry::getKey, PollSchedules::scheduleOf));
  }

  private static PollSchedule scheduleOf(Map.Entry<String, RailSettings.Rail> rail) {
    List<Duration> waits = rail.getValue().pollAfter().orElseThrow();
    if (waits.stream().anyMatch(wait -> wait.isZero() || wait.isNegative())) {
      throw new ConfigurationException(
          "payments.rail.%s.poll-after must be waits above zero.".formatted(rail.getKey()));
    }
    return new PollSchedule(waits);
  }

  /** The wait after this number of calls. */
  public Duration waitAfter(String rail, int calls) {
    return ofRails.getOrDefault(rail, common).waitAfter(calls);
  }
}
