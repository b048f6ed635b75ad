package org.mizani.webhook.endpoint;

import static java.util.stream.Collectors.groupingBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Enabled endpoints of all businesses, up to a change.
 *
 * @param ofBusiness the endpoints of each business that has one
 * @param change the number of the last change that is known
 * @param wholeAtNanos when all of them were last read, by {@link System#nanoTime}
 * @param readAtNanos when the last reading of changes began, likewise
 */
record Subscriptions(
    Map<Long, List<Subscription>> ofBusiness, long change, long wholeAtNanos, long readAtNanos) {

  /** Before any change. */
  static Subscriptions none(long atNanos) {
    return new Subscriptions(Map.of(), 0, atNanos, atNanos);
  }

  /** The endpoints of a business that get events of this kind. */
  List<Subscription> of(long businessId, EventKind kind) {
    return ofBusiness.getOrDefault(businessId, List.of()).stream()
        .filter(one -> one.kinds().contains(kind.code()))
        .toList();
  }

  /** The same after these changes; without any, it shares its parts. */
  Subscriptions with(List<Subscription> changed, long begunAtNanos) {
    if (changed.isEmpty()) {
      return new Subscriptions(ofBusiness, change, wholeAtNanos, begunAtNanos);
    }
    Map<UUID, Subscription> all = new HashMap<>();
    ofBusiness.values().forEach(own -> own.forEach(one -> all.put(one.endpointId(), one)));
    changed.forEach(one -> all.put(one.endpointId(), one));
    return new Subscriptions(
        all.values().stream()
            .filter(Subscription::enabled)
            .collect(groupingBy(Subscription::businessId)),
        changed.stream().mapToLong(Subscription::change).max().orElseThrow(),
        wholeAtNanos,
        begunAtNanos);
  }
}
