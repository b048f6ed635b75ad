package org.mizani.webhook;

import java.util.LinkedHashMap;
import java.util.Map;

/** Receivers that have failed several times in a row; the least recent ones are forgotten. */
final class FailingReceivers {

  private static final int REMEMBERED = 10_000;

  private final int failuresUntilSuspect;
  private final Map<String, Integer> failures =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > REMEMBERED;
        }
      };

  FailingReceivers(int failuresUntilSuspect) {
    this.failuresUntilSuspect = failuresUntilSuspect;
  }

  boolean contains(String host) {
    return failures.getOrDefault(host, 0) >= failuresUntilSuspect;
  }

  void note(String host, boolean delivered) {
    if (delivered) {
      failures.remove(host);
    } else {
      failures.merge(host, 1, Integer::sum);
    }
  }
}
