package org.mizani.work;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;

/** Reader of claimed rows. */
public final class ClaimedRows {

  private static final Logger LOG = Logger.getLogger(ClaimedRows.class);

  private ClaimedRows() {}

  /**
   * The value of an encrypted column, or empty if its encryption key is gone. That is an ERROR in
   * the log; it holds up neither the other rows nor the other columns of this row.
   *
   * @param what is encrypted, as a message begins: {@code The customer of collection}
   */
  public static <T> Optional<T> decrypted(String what, UUID id, Supplier<T> decryption) {
    try {
      return Optional.of(decryption.get());
    } catch (RuntimeException e) {
      LOG.errorf("%s %s cannot be read: %s", what, id, RedactedFailure.words(e));
      return Optional.empty();
    }
  }

  /** The ids under which a network acknowledged the row, the oldest first. */
  public static List<String> networkIds(Row row) {
    String[] ids = row.getArrayOfStrings("network_ids");
    return ids == null ? List.of() : List.of(ids);
  }

  /** The time of a column that may be null. */
  public static Optional<Instant> time(Row row, String column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }
}
