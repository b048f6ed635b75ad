package org.mizani.collection;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * A recorded collection, to read; {@link CollectionCreation} and {@link CollectionSettlement}
 * write.
 */
@Entity
@Immutable
class Collection extends PanacheEntityBase {

  @Id UUID id;

  @Column(name = "business_id")
  long businessId;

  String reference;

  String status;

  @Column(name = "status_message")
  String statusMessage;

  @Enumerated(EnumType.STRING)
  CurrencyUnit currency;

  @Column(name = "amount_minor")
  long amountMinor;

  String provider;

  @Column(name = "mno_payment_reference")
  String mnoPaymentReference;

  @Column(name = "customer_sealed")
  byte[] customerSealed;

  @Column(name = "created_at")
  Instant createdAt;

  @Column(name = "updated_at")
  Instant updatedAt;

  /** The collection of a business with this id, or null. */
  static Uni<Collection> find(long businessId, UUID id) {
    return Panache.withSession(
        () -> find("businessId = ?1 and id = ?2", businessId, id).firstResult());
  }

  /** The newest collections of a business, newest first. */
  static Uni<List<Collection>> newest(long businessId, int most) {
    Sort newestFirst = Sort.by("createdAt").descending().and("id", Sort.Direction.Descending);
    return Panache.withSession(
        () -> find("businessId", newestFirst, businessId).page(0, most).list());
  }

  /** The collection that a business made under this reference, or none. */
  static Uni<List<Collection>> withReference(long businessId, String reference) {
    return Panache.withSession(
        () -> list("businessId = ?1 and reference = ?2", businessId, reference));
  }

  Money amount() {
    return new Money(currency, amountMinor);
  }
}
