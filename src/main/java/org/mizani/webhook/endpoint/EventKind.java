package org.mizani.webhook.endpoint;

import java.util.Arrays;
import java.util.List;
import org.mizani.http.ClosedSet;

/** Kind of event that endpoints subscribe to, as deliveries and events name it. */
public enum EventKind {
  PAYOUT("payout"),
  PAYOUT_RELEASE("payout_release"),
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

  /** The kinds of the events that a payment may have before one of this kind, the latest first. */
  List<EventKind> earlier() {
    return switch (this) {
      case PAYOUT -> List.of(PAYOUT_RELEASE);
      case PAYOUT_RETURN -> List.of(PAYOUT, PAYOUT_RELEASE);
      case PAYOUT_RELEASE, COLLECTION, BULK -> List.of();
    };
  }

  /** The names of these kinds, each once, in the order of their declaration. */
  static List<String> sorted(List<String> codes) {
    return NAMES.values().stream().filter(codes::contains).toList();
  }
}
