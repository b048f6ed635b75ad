package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Plan of the stand-in's misbehaviours. */
@FunctionalInterface
public interface StandInPlan {

  /** Returns the fault that meets this request. It is called by several threads. */
  StandInFault faultOf(StandInOperation operation, JsonNode request);

  /** Returns a plan in which each request meets this fault. */
  static StandInPlan always(StandInFault fault) {
    return (operation, request) -> fault;
  }

  /** Returns a plan in which requests meet these faults one by one, and none after that. */
  static StandInPlan inTurn(StandInFault... faults) {
    Deque<StandInFault> left = new ArrayDeque<>(Arrays.asList(faults));
    return (operation, request) -> {
      synchronized (left) {
        return left.isEmpty() ? StandInFault.NONE : left.poll();
      }
    };
  }

  /** Returns a plan in which the first payment to each of these receivers meets its fault. */
  static StandInPlan firstOf(Map<String, StandInFault> faults) {
    Map<String, StandInFault> left = new ConcurrentHashMap<>(faults);
    return (operation, request) ->
        Optional.ofNullable(left.remove(request.path("PartyB").asText())).orElse(StandInFault.NONE);
  }

  /**
   * Returns a plan in which a request meets a fault with its percentage. The seed repeats the
   * faults.
   */
  static StandInPlan random(long seed, Map<StandInFault, Integer> percentages) {
    List<StandInFault> drawn =
        percentages.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .flatMap(share -> Collections.nCopies(share.getValue(), share.getKey()).stream())
            .toList();
    Random random = new Random(seed);
    return (operation, request) -> {
      int draw = random.nextInt(100);
      return draw < drawn.size() ? drawn.get(draw) : StandInFault.NONE;
    };
  }

  /** Returns this plan for these operations, without faults for the others. */
  default StandInPlan only(StandInOperation first, StandInOperation... others) {
    Set<StandInOperation> operations = EnumSet.of(first, others);
    return (operation, request) ->
        operations.contains(operation) ? faultOf(operation, request) : StandInFault.NONE;
  }
}
