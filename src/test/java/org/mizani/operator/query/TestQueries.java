package org.mizani.operator.query;

import java.util.Map;
import java.util.Set;

/** Parameters of operators' operations, for tests of other packages. */
public final class TestQueries {

  private TestQueries() {}

  /** The names of the parameters of each operation that has any, by resource and method. */
  public static Map<String, Set<String>> parameters() {
    return QueryParameters.table();
  }
}
