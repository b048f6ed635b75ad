package org.mizani.payout.bulk;

import java.util.List;
import java.util.UUID;

/**
 * Answer to the order of a batch.
 *
 * @param created the number of items with a payout
 * @param items in the request's order
 */
public record BulkAnswer(
    String bulkId, boolean atomic, int created, int refused, List<BulkItem> items) {

  static BulkAnswer of(UUID id, boolean atomic, List<BulkItem> items) {
    int created = (int) items.stream().filter(BulkItem::isCreated).count();
    return new BulkAnswer(id.toString(), atomic, created, items.size() - created, items);
  }
}
