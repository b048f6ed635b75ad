package org.mizani.payout.schedule;

import jakarta.inject.Singleton;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;

/** Times that batches may be ordered for. */
@Singleton
public final class ExecutionTimes {

  private static final String FIELD = "executeAt";

  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "(Z|[+-][0-9]{2}:[0-9]{2})");

  private final Duration longestAhead;
  private final InstantSource clock;

  ExecutionTimes(ScheduleConfig config, InstantSource clock) {
    this.longestAhead = config.longestAhead();
    this.clock = clock;
  }

  /**
   * The time that a request names, to the millisecond. A blank text is no time: a batch that was
   * meant for later is not executed at once.
   *
   * @throws ApiFault.ApiException 400 unless it is an instant in the future, not too far ahead
   */
  public Instant read(String text) {
    Instant at = parse(text);
    Instant now = clock.instant();
    if (!at.isAfter(now)) {
      throw ApiFault.invalid(FIELD, "must be in the future").asException();
    }
    if (at.isAfter(now.plus(longestAhead))) {
      throw ApiFault.invalid(FIELD, "must be at most " + words(longestAhead) + " ahead")
          .asException();
    }
    return at;
  }

  private static Instant parse(String text) {
    try {
      if (RFC_3339.matcher(text).matches()) {
        return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
      }
    } catch (DateTimeException e) {
      // Such as 2026-02-30: answered like any other text that is no time.
    }
    throw ApiFault.invalid(FIELD, "must be an RFC 3339 date and time with an offset").asException();
  }

  private static String words(Duration duration) {
    return duration.toDays() > 0 ? duration.toDays() + " days" : duration.toMinutes() + " minutes";
  }
}
