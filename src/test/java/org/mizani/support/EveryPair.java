package org.mizani.support;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Pairs of statuses and outcomes: a table is complete if it has each of them, new ones included.
 */
public final class EveryPair {

  private EveryPair() {}

  /** Every constant of the statuses with every kind of outcome, each once. */
  public static <S extends Enum<S>> List<String> of(Class<S> statuses, Class<?> outcomes) {
    return Arrays.stream(statuses.getEnumConstants())
        .flatMap(
            status ->
                Arrays.stream(outcomes.getPermittedSubclasses())
                    .map(outcome -> name(status, outcome)))
        .toList();
  }

  /** The pairs that the rows of a table begin with. */
  public static List<String> in(Stream<Arguments> table) {
    return table.map(Arguments::get).map(row -> name(row[0], row[1].getClass())).toList();
  }

  private static String name(Object status, Class<?> outcome) {
    return status + " and " + outcome.getSimpleName();
  }
}
