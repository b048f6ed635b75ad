package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.mizani.audit.Actor;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.HeldOperation;
import org.mizani.operator.wallet.WalletMovement.Kind;

/** Movements of wallets that were held until another operator approves them. */
final class HeldMovements {

  private HeldMovements() {}

  /** Movements of one wallet. */
  @Singleton
  static final class OfOneWallet implements HeldOperation<WalletMovement> {

    private final WalletMovements movements;

    OfOneWallet(WalletMovements movements) {
      this.movements = movements;
    }

    @Override
    public Set<ApprovalAction> actions() {
      return Arrays.stream(Kind.values()).map(Kind::action).collect(Collectors.toSet());
    }

    @Override
    public Class<WalletMovement> type() {
      return WalletMovement.class;
    }

    @Override
    public Uni<Supplier<Uni<Void>>> ready(Actor requester, WalletMovement movement) {
      return Uni.createFrom()
          .item(() -> () -> movements.carryOut(requester, movement).replaceWithVoid());
    }
  }

  /** Movements between two wallets. */
  @Singleton
  static final class BetweenWallets implements HeldOperation<WalletTransfer> {

    private final WalletMovements movements;

    BetweenWallets(WalletMovements movements) {
      this.movements = movements;
    }

    @Override
    public Set<ApprovalAction> actions() {
      return Set.of(ApprovalAction.WALLET_TRANSFER);
    }

    @Override
    public Class<WalletTransfer> type() {
      return WalletTransfer.class;
    }

    @Override
    public Uni<Supplier<Uni<Void>>> ready(Actor requester, WalletTransfer transfer) {
      return Uni.createFrom()
          .item(() -> () -> movements.carryOut(requester, transfer).replaceWithVoid());
    }
  }
}
