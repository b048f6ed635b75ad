package org.mizani.payout;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** A recorded payout, to read; {@link PayoutCreation} and {@link PayoutSettlement} write. */
@Entity
@Immutable
class Payout extends PanacheEntityBase {

  @Id UUID id;

  @Column(name = "business_id")
  long businessId;

  @Column(name = "business_reference")
  String businessReference;

  String status;

  @Column(name = "sender_currency")
  @Enumerated(EnumType.STRING)
  CurrencyUnit senderCurrency;

  @Column(name = "sender_minor")
  long senderMinor;

  @Column(name = "receiver_currency")
  @Enumerated(EnumType.STRING)
  CurrencyUnit receiverCurrency;

  @Column(name = "receiver_minor")
  long receiverMinor;

  @Column(name = "created_at")
  Instant createdAt;

  @Column(name = "updated_at")
  Instant updatedAt;

  /** The payout that a business made under this reference, or null. */
  static Uni<Payout> find(long businessId, String businessReference) {
    return Panache.withSession(
        () ->
            find("businessId = ?1 and businessReference = ?2", businessId, businessReference)
                .firstResult());
  }

  PayoutStatus status() {
    return PayoutStatus.ofCode(status);
  }

  Money sender() {
    return new Money(senderCurrency, senderMinor);
  }

  Money receiver() {
    return new Money(receiverCurrency, receiverMinor);
  }
}
