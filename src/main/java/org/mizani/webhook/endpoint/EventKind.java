package org.mizani.webhook.endpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.mizani.http.ClosedSet;

/** Kind of event that endpoints subscribe to, as deliveries and events name it. */
public enum EventKind {
  PAYOUT("payout"),
  PAYOUT_RETURN("payout_return"),
  COLLECTION("collection"),
  BULK("bulk");

  /** All kinds by their names. */
  static final ClosedSet NAMES =
      new ClosedSet(Arrays.stream(values()).map(EventKind::code).toList());

  private final String code;

  EventKind(String code) {
    this.code = code;
  }

  /** The name on the wire and in the database. */
  public String code() {
    return code;
  }

  /** The kind of the event that a payment has before one of this kind, to the same endpoint. */
  Optional<EventKind> earlier() {
    return this == PAYOUT_RETURN ? Optional.of(PAYOUT) : Optional.empty();
  }

  /** The names of these kinds, each once, in the order of their declaration. */
  static List<String> sorted(List<String> codes) {
    return NAMES.values().stream().filter(codes::contains).toList();
  }
}
