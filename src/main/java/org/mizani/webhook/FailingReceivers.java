package org.mizani.webhook;

import java.util.LinkedHashMap;
import java.util.Map;

/** Receivers with several failures in a row; the least recently used are forgotten. */
final class FailingReceivers {

  private static final int REMEMBERED = 10_000;

  private final int failuresUntilFailing;
  private final Map<String, Integer> failures =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > REMEMBERED;
        }
      };

  FailingReceivers(int failuresUntilFailing) {
    this.failuresUntilFailing = failuresUntilFailing;
  }

  boolean contains(String host) {
    return failures.getOrDefault(host, 0) >= failuresUntilFailing;
  }

  void note(String host, boolean delivered) {
    if (delivered) {
      failures.remove(host);
    } else {
      failures.merge(host, 1, Integer::sum);
    }
  }
}
