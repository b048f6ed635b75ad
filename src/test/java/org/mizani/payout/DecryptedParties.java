package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.mizani.payout.record.Parties;
import org.mizani.support.Response;
import org.mizani.support.Rows;

/** Reads and decrypts the personal data of payouts. */
@Singleton
class DecryptedParties {

  private final Rows rows;
  private final Parties.Encryption encryption;

  DecryptedParties(Rows rows, Parties.Encryption encryption) {
    this.rows = rows;
    this.encryption = encryption;
  }

  /** The parties of the payout that this answer has created; none is stored in plain text. */
  Parties of(Response created) {
    UUID reference = UUID.fromString(created.path("serviceReference"));
    byte[] encrypted =
        rows.execute("SELECT parties_encrypted FROM payout_detail WHERE payout_id = $1", reference)
            .get(0)
            .getBuffer(0)
            .getBytes();
    Parties parties = encryption.decrypt(reference, encrypted);
    assertThat(new String(encrypted, StandardCharsets.ISO_8859_1))
        .doesNotContain(parties.recipientNumber(), parties.sender().telephone());
    return parties;
  }
}
