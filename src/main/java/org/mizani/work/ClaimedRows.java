package org.mizani.work;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;

/** Reads the rows of a claim. */
public final class ClaimedRows {

  private static final Logger LOG = Logger.getLogger(ClaimedRows.class);

  private ClaimedRows() {}

  /**
   * What a row keeps encrypted, if it can be opened. That its encryption key is gone is reported,
   * and neither holds up the other rows nor hides what else is known of this one.
   *
   * @param what is encrypted, as a message begins: {@code The customer of collection}
   */
  public static <T> Optional<T> opened(String what, UUID id, Supplier<T> open) {
    try {
      return Optional.of(open.get());
    } catch (RuntimeException e) {
      LOG.errorf("%s %s cannot be read: %s", what, id, RedactedFailure.words(e));
      return Optional.empty();
    }
  }
}
