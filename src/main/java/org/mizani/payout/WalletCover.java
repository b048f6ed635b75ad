package org.mizani.payout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Available balances of locked wallets, and the payouts that they cover, in order. */
final class WalletCover {

  private final Map<Long, Long> available;

  /**
   * @param available in minor units, by the wallet's id
   */
  WalletCover(Map<Long, Long> available) {
    this.available = new HashMap<>(available);
  }

  /** The ids of those of these payouts that are covered, each behind the covered ones before it. */
  Set<UUID> covered(List<NewPayout> payouts) {
    WalletCover left = new WalletCover(available);
    Set<UUID> covered = new HashSet<>();
    for (NewPayout payout : payouts) {
      if (left.covers(payout)) {
        left.spend(payout);
        covered.add(payout.serviceReference());
      }
    }
    return covered;
  }

  /** Notes that this payout has been created. */
  void spend(NewPayout payout) {
    available.merge(payout.walletId(), -cost(payout), Long::sum);
  }

  private boolean covers(NewPayout payout) {
    return payout.walletId() != null
        && cost(payout) <= available.getOrDefault(payout.walletId(), 0L);
  }

  private static long cost(NewPayout payout) {
    return payout.quote().total().minor();
  }
}
