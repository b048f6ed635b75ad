package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.mizani.fault.ApiFault;

/** Run of a batch's recording: at once, or at the time that the batch was scheduled for. */
interface BulkRun {

  /** The run of a batch that is executed when it is ordered. */
  BulkRun AT_ONCE =
      new BulkRun() {
        @Override
        public Uni<Optional<ApiFault>> refusal() {
          return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<Void> begin() {
          return Uni.createFrom().voidItem();
        }

        @Override
        public List<BulkItem> complete(List<BulkItem> judged) {
          return judged;
        }
      };

  /** Refusal of all items, asked once they are judged; empty where they may be paid. */
  Uni<Optional<ApiFault>> refusal();

  /** The first step of the transaction; a failure rolls it back. */
  Uni<Void> begin();

  /** All items of the batch, with those that were judged now. */
  List<BulkItem> complete(List<BulkItem> judged);
}
