package org.mizani.payout;

import io.restassured.response.Response;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.support.Rows;

/** What is personal of payouts that were created, decrypted. */
@Singleton
class DecryptedParties {

  private final Rows rows;
  private final Parties.Encryption encryption;

  DecryptedParties(Rows rows, Parties.Encryption encryption) {
    this.rows = rows;
    this.encryption = encryption;
  }

  /** Those of the payout that this answer is about. */
  Parties of(Response created) {
    UUID reference = UUID.fromString(created.path("serviceReference"));
    return encryption.decrypt(
        reference,
        rows.execute("SELECT parties_encrypted FROM payout_detail WHERE payout_id = $1", reference)
            .get(0)
            .getBuffer(0)
            .getBytes());
  }
}
