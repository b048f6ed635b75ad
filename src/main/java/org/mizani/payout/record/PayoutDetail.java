package org.mizani.payout.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * Personal data of a payout, encrypted, and what only settling needs; erased after a time. Only
 * statements write it.
 */
@Entity
@Immutable
class PayoutDetail extends PanacheEntityBase {

  @Id private UUID payoutId;

  private Instant createdAt;
  private Integer recipientHash;
  private byte[] partiesEncrypted;
  private String purposeOfTransfer;
  private String sourceOfFunds;
  private String callbackUrl;
  private PayoutStatus forcedStatus;

  protected PayoutDetail() {}
}
