package org.mizani.payout;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.Page;

/** Writes places in the list of a business's payouts as texts for partners to send back. */
@Singleton
final class ListCursor {

  private final CursorCodec cursors;

  ListCursor(CursorCodec cursors) {
    this.cursors = cursors;
  }

  /** The text that stands for this place. */
  String write(long businessId, ListPosition position) {
    return cursors.next(
        list(businessId),
        new Page<>(List.of(), Optional.of(Cursor.of(position.createdAt(), position.id()))));
  }

  /**
   * The place that a query names; blank counts as none.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this business
   */
  Optional<ListPosition> read(long businessId, String text) {
    return cursors
        .decode(list(businessId), text)
        .map(place -> new ListPosition(place.time(), place.uuid()));
  }

  private static String list(long businessId) {
    return "transactions/" + businessId;
  }
}
