package org.mizani.operator.summary;

import java.time.Instant;

/**
 * Queue of the summary, by age.
 *
 * @param queue its name
 * @param total all of it, the others included
 * @param oldestAt null of an empty one
 */
public record QueueAnswer(
    String queue,
    long total,
    long overMinute,
    long overTenMinutes,
    long overHour,
    long overDay,
    Instant oldestAt) {

  static QueueAnswer empty(String queue) {
    return new QueueAnswer(queue, 0, 0, 0, 0, 0, null);
  }
}
