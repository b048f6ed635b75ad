package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.fault.ApiFault;
import org.mizani.http.PublicIds;
import org.mizani.payout.PayoutRepository;
import org.mizani.payout.PayoutStatus;

/** Reads payouts with everything that happened to them. */
@Singleton
final class PayoutHistories {

  private final PayoutRepository register;
  private final Timeline timeline;

  PayoutHistories(PayoutRepository register, Timeline timeline) {
    this.register = register;
    this.timeline = timeline;
  }

  /**
   * The id that a text is.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 404 for what is none
   */
  static UUID idOf(String serviceReference) {
    return PublicIds.read(serviceReference, ApiFault.PAYOUT_NOT_FOUND);
  }

  /**
   * A payout as it stands.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code payout not found}
   */
  Uni<PayoutHistory> find(UUID serviceReference) {
    return register
        .find(serviceReference)
        .map(found -> found.orElseThrow(ApiFault.PAYOUT_NOT_FOUND::asException))
        .chain(
            payout ->
                timeline
                    .ofPayout(serviceReference, PayoutStatus::wireNameOfCode)
                    .map(events -> new PayoutHistory(payout, events)));
  }
}
