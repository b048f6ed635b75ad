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

  /** The fault that meets this request. It is called by several threads. */
  StandInFault faultOf(StandInOperation operation, JsonNode request);

  /** Each request meets this fault. */
  static StandInPlan always(StandInFault fault) {
    return (operation, request) -> fault;
  }

  /** Requests meet these faults one by one, and none after that. */
  static StandInPlan inTurn(StandInFault... faults) {
    Deque<StandInFault> left = new ArrayDeque<>(Arrays.asList(faults));
    return (operation, request) -> {
      synchronized (left) {
        return left.isEmpty() ? StandInFault.NONE : left.poll();
      }
    };
  }

  /** The first payment to each of these phones, tills and paybills meets its fault. */
  static StandInPlan firstOf(Map<String, StandInFault> faults) {
    Map<String, StandInFault> left = new ConcurrentHashMap<>(faults);
    return (operation, request) ->
        Optional.ofNullable(left.remove(request.path("PartyB").asText())).orElse(StandInFault.NONE);
  }

  /** A request meets a fault with its percentage, from a sequence that the seed repeats. */
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

  /** This plan for these operations, and none for the others. */
  default StandInPlan only(StandInOperation first, StandInOperation... others) {
    Set<StandInOperation> operations = EnumSet.of(first, others);
    return (operation, request) ->
        operations.contains(operation) ? faultOf(operation, request) : StandInFault.NONE;
  }
}
