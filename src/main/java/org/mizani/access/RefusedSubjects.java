package org.mizani.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;

/** Subjects that this pod knows to be refused, each until a time of its monotonic clock. */
final class RefusedSubjects {

  private final Cache<UUID, Long> ends;

  /**
   * @param most that are remembered
   */
  RefusedSubjects(long most) {
    this.ends = Caffeine.newBuilder().maximumSize(most).build();
  }

  /** Remembers that a subject is refused for this time. */
  void add(UUID subject, Duration lasts) {
    ends.put(subject, System.nanoTime() + lasts.toNanos());
  }

  /** The longest time for which one of these is refused; zero if none is. */
  Duration longestWait(UUID... subjects) {
    return Stream.of(subjects)
        .map(this::waitOf)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  private Duration waitOf(UUID subject) {
    Long end = ends.getIfPresent(subject);
    return end == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }
}
