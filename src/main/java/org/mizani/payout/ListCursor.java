package org.mizani.payout;

import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.mizani.web.Cursors;

/** Writes places in the list of a business's payouts as texts for partners to send back. */
@Singleton
final class ListCursor {

  private static final int POSITION_BYTES = 3 * Long.BYTES;

  private final Cursors cursors;

  ListCursor(Cursors cursors) {
    this.cursors = cursors;
  }

  /** The text that stands for this place. */
  String write(long businessId, ListPosition position) {
    byte[] place =
        ByteBuffer.allocate(POSITION_BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, position.createdAt()))
            .putLong(position.id().getMostSignificantBits())
            .putLong(position.id().getLeastSignificantBits())
            .array();
    return cursors.write(list(businessId), place);
  }

  /**
   * The place that a query names; blank counts as none.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this business
   */
  Optional<ListPosition> read(long businessId, String text) {
    return cursors.read(list(businessId), text).map(ListCursor::position);
  }

  private static ListPosition position(byte[] place) {
    ByteBuffer in = ByteBuffer.wrap(place);
    Instant createdAt = Instant.EPOCH.plus(in.getLong(), ChronoUnit.MICROS);
    return new ListPosition(createdAt, new UUID(in.getLong(), in.getLong()));
  }

  private static String list(long businessId) {
    return "transactions/" + businessId;
  }
}
