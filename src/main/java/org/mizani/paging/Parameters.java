package org.mizani.paging;

import java.util.ArrayList;
import java.util.List;

/** Parameters of a statement, in the order in which its text names them. */
final class Parameters {

  private final List<Object> values = new ArrayList<>();

  /** Adds a parameter; answers its name. */
  String next(Object value) {
    values.add(value);
    return "$" + values.size();
  }

  List<Object> values() {
    return List.copyOf(values);
  }
}
