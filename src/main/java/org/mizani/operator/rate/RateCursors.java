package org.mizani.operator.rate;

import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.mizani.fx.EnteredRate;
import org.mizani.fx.RateHistory.Place;
import org.mizani.paging.CursorCodec;

/** Writes places in lists of rates as texts for operators to send back. */
@Singleton
final class RateCursors {

  private final CursorCodec cursors;

  RateCursors(CursorCodec cursors) {
    this.cursors = cursors;
  }

  /** The text that stands for the place behind a rate. */
  String write(String list, EnteredRate last) {
    byte[] place =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, last.effectiveFrom()))
            .putLong(last.id())
            .array();
    return cursors.write(list, place);
  }

  /**
   * The place that a query names; without one it is the start.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this list
   */
  Place read(String list, String text) {
    return cursors.read(list, text).map(RateCursors::place).orElse(Place.START);
  }

  private static Place place(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new Place(Instant.EPOCH.plus(in.getLong(), ChronoUnit.MICROS), in.getLong());
  }
}
