package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.collection.CollectionRepository;
import org.mizani.collection.CollectionStatus;
import org.mizani.fault.ApiFault;
import org.mizani.http.PublicIds;

/** Reads collections with everything that happened to them. */
@Singleton
final class CollectionHistories {

  private final CollectionRepository register;
  private final Timeline timeline;

  CollectionHistories(CollectionRepository register, Timeline timeline) {
    this.register = register;
    this.timeline = timeline;
  }

  /**
   * The id that a text is.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 404 for what is none
   */
  static UUID idOf(String id) {
    return PublicIds.read(id, ApiFault.COLLECTION_NOT_FOUND);
  }

  /**
   * A collection as it stands.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code collection not found}
   */
  Uni<CollectionHistory> find(UUID id) {
    return register
        .find(id)
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .chain(
            collection ->
                timeline
                    .ofCollection(id, CollectionStatus::wireNameOfCode)
                    .map(events -> new CollectionHistory(collection, events)));
  }
}
