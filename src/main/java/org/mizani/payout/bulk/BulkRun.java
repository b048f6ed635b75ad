package org.mizani.payout.bulk;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Run of a batch's recording: at once, or at the time that the batch was scheduled for. */
interface BulkRun {

  /** The run of a batch that is executed when it is ordered. */
  BulkRun AT_ONCE =
      new BulkRun() {
        @Override
        public Uni<Void> begin() {
          return Uni.createFrom().voidItem();
        }

        @Override
        public List<BulkItem> complete(List<BulkItem> judged) {
          return judged;
        }
      };

  /** The first step of the transaction; a failure rolls it back. */
  Uni<Void> begin();

  /** All items of the batch, with those that were judged now. */
  List<BulkItem> complete(List<BulkItem> judged);
}
