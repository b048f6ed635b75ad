package org.mizani.payout;

import jakarta.inject.Singleton;
import java.util.Optional;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;

/** Writes places in the list of a business's payouts as texts for partners to send back. */
@Singleton
final class ListCursor {

  private final CursorCodec cursors;

  ListCursor(CursorCodec cursors) {
    this.cursors = cursors;
  }

  /** The text that stands for this place. */
  String write(long businessId, ListPosition position) {
    return new Cursor(position.createdAt(), position.id()).write(cursors, list(businessId));
  }

  /**
   * The place that a query names; blank counts as none.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this business
   */
  Optional<ListPosition> read(long businessId, String text) {
    return Cursor.read(cursors, list(businessId), text)
        .map(place -> new ListPosition(place.createdAt(), place.id()));
  }

  private static String list(long businessId) {
    return "transactions/" + businessId;
  }
}
