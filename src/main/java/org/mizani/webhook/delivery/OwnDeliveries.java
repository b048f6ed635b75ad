package org.mizani.webhook.delivery;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.mizani.access.Caller;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SharedBulkhead;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.webhook.DeliveryRepository;
import org.mizani.webhook.RecordedDelivery;

/**
 * Lists of a business's own deliveries. Those of a status are read beside few others: a page of
 * pending deliveries sorts all of the business, a million at most, because an index in the order of
 * the list would cost each webhook a write (ADR 38).
 */
@Singleton
final class OwnDeliveries {

  private final DeliveryRepository deliveries;
  private final SharedBulkhead atOnce;

  OwnDeliveries(DeliveryRepository deliveries, ListConfig config, DatabaseConfig databaseConfig) {
    config.validate();
    this.deliveries = deliveries;
    this.atOnce = new SharedBulkhead(config.lists().atOnce(), databaseConfig.timeout());
  }

  /** Deliveries of the caller's business, newest first. */
  Uni<Page<RecordedDelivery>> list(Caller caller, ListFilter filter) {
    return filter.status().isPresent()
        ? atOnce.take(caller.businessId(), () -> deliveries.list(filter))
        : deliveries.list(filter);
  }
}
