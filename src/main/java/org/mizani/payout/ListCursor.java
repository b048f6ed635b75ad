package org.mizani.payout;

import jakarta.inject.Singleton;
import java.util.Optional;
import org.mizani.web.Cursors;
import org.mizani.web.Place;

/** Writes places in the list of a business's payouts as texts for partners to send back. */
@Singleton
final class ListCursor {

  private final Cursors cursors;

  ListCursor(Cursors cursors) {
    this.cursors = cursors;
  }

  /** The text that stands for this place. */
  String write(long businessId, ListPosition position) {
    return new Place(position.createdAt(), position.id()).write(cursors, list(businessId));
  }

  /**
   * The place that a query names; blank counts as none.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this business
   */
  Optional<ListPosition> read(long businessId, String text) {
    return Place.read(cursors, list(businessId), text)
        .map(place -> new ListPosition(place.createdAt(), place.id()));
  }

  private static String list(long businessId) {
    return "transactions/" + businessId;
  }
}
