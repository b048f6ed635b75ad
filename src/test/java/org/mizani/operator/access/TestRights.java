package org.mizani.operator.access;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Least roles of operators' operations, for tests of other packages. */
public final class TestRights {

  private TestRights() {}

  /** The code of the least role of each operation, by resource and method. */
  public static Map<String, String> leastRoles() {
    Map<String, String> roles = new TreeMap<>();
    OperatorRights.table().forEach((operation, role) -> roles.put(operation, role.code()));
    return roles;
  }

  /** The operations of the console, with those of the interface that each performs. */
  public static Map<String, List<String>> console() {
    return OperatorRights.console();
  }
}
