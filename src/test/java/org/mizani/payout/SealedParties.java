package org.mizani.payout;

import io.restassured.response.Response;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.support.Rows;

/** What is personal of payouts that were created, unsealed. */
@Singleton
class SealedParties {

  private final Rows rows;
  private final PartiesSeal seal;

  SealedParties(Rows rows, PartiesSeal seal) {
    this.rows = rows;
    this.seal = seal;
  }

  /** Those of the payout that this answer is about. */
  Parties of(Response created) {
    UUID reference = UUID.fromString(created.path("serviceReference"));
    return seal.open(
        reference,
        rows.execute("SELECT parties_sealed FROM payout WHERE id = $1", reference)
            .get(0)
            .getBuffer(0)
            .getBytes());
  }
}
