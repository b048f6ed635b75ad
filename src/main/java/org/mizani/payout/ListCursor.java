package org.mizani.payout;

import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.mizani.fault.ApiFault;
import org.mizani.vault.Vault;

/**
 * Writes places in the list as texts for partners to send back. They are sealed, so nobody reads or
 * alters one, and bound to the business that the list was made for.
 */
@Singleton
final class ListCursor {

  private static final int LONGEST = 200;
  private static final int POSITION_BYTES = 3 * Long.BYTES;

  private final Vault vault;

  ListCursor(Vault vault) {
    this.vault = vault;
  }

  /** The text that stands for this place. */
  String write(long businessId, ListPosition position) {
    byte[] plain =
        ByteBuffer.allocate(POSITION_BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, position.createdAt()))
            .putLong(position.id().getMostSignificantBits())
            .putLong(position.id().getLeastSignificantBits())
            .array();
    return encoded(vault.seal(context(businessId), plain));
  }

  /**
   * The place that a query names; blank counts as none.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this business
   */
  Optional<ListPosition> read(long businessId, String text) {
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(position(vault.open(context(businessId), decoded(text))));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw ApiFault.invalid("cursor is not valid").asException();
    }
  }

  private static ListPosition position(byte[] plain) {
    ByteBuffer in = ByteBuffer.wrap(plain);
    Instant createdAt = Instant.EPOCH.plus(in.getLong(), ChronoUnit.MICROS);
    return new ListPosition(createdAt, new UUID(in.getLong(), in.getLong()));
  }

  private static String encoded(byte[] sealed) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  private static byte[] decoded(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException("longer than any cursor");
    }
    byte[] sealed = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
    if (!encoded(sealed).equals(text)) {
      throw new IllegalArgumentException("not as it was written"); // padding, bits left over
    }
    return sealed;
  }

  private static String context(long businessId) {
    return "transactions/" + businessId;
  }
}
