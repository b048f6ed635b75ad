package org.mizani.rail.guard;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiFault;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RecipientLookup;

/**
 * Look-ups for the payments of one group. After so many of a rail that had no answer the group
 * makes no more of them there: each would take the longest time for nothing.
 */
public final class GroupLookups implements Holders {

  /** As many as a group makes at once. */
  static final int WITHOUT_ANSWER_MOST = 25;

  private final Holders lookups;
  private final Map<String, Integer> withoutAnswer = new ConcurrentHashMap<>();

  public GroupLookups(Holders lookups) {
    this.lookups = lookups;
  }

  @Override
  public Uni<Optional<String>> holderOf(
      Recipient recipient, PayoutRail rail, RecipientLookup lookup, Duration timeout) {
    if (withoutAnswer.getOrDefault(rail.name(), 0) >= WITHOUT_ANSWER_MOST) {
      return ApiFault.SERVICE_UNAVAILABLE.asFailure();
    }
    return lookups
        .holderOf(recipient, rail, lookup, timeout)
        .onFailure()
        .invoke(() -> withoutAnswer.merge(rail.name(), 1, Integer::sum));
  }
}
