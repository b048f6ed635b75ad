package org.mizani.operator.rate;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.fx.EnteredRate;
import org.mizani.fx.RateHistory.Place;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;

/** Writes places in lists of rates as texts for operators to send back. */
@Singleton
final class RateCursors {

  private final CursorCodec cursors;

  RateCursors(CursorCodec cursors) {
    this.cursors = cursors;
  }

  /** The text that stands for the place behind a rate. */
  String write(String list, EnteredRate last) {
    Cursor cursor = Cursor.of(last.effectiveFrom(), last.id());
    return cursors.next(list, new Page<>(List.of(), Optional.of(cursor)));
  }

  /**
   * The place that a query names; without one it is the start.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this list
   */
  Place read(String list, String text) {
    return cursors
        .decode(list, text)
        .map(cursor -> new Place(cursor.time(), cursor.id()))
        .orElse(Place.START);
  }
}
