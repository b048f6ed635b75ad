package org.mizani.collection;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityResult;
import jakarta.persistence.Id;
import jakarta.persistence.SqlResultSetMapping;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.database.ShownTime;
import org.mizani.http.Masked;
import org.mizani.money.Money;
import org.mizani.paging.PagedQuery;

/** Collection, without its personal data: what stays for ever. Only statements write it. */
@Entity
@Immutable
@SqlResultSetMapping(
    name = "collection",
    entities = @EntityResult(entityClass = Collection.class),
    classes =
        @ConstructorResult(
            targetClass = Collection.State.class,
            columns = {
              @ColumnResult(name = "public_id", type = UUID.class),
              @ColumnResult(name = "customer_encrypted", type = byte[].class),
              @ColumnResult(name = "looks", type = Integer.class),
              @ColumnResult(name = "next_poll_at", type = Instant.class)
            }))
class Collection extends PanacheEntityBase implements PagedQuery.Listed {

  @Id private UUID id;

  private long businessId;
  private long apiKeyId;
  private long walletId;

  @AttributeOverride(name = "minor", column = @Column(name = "amount_minor"))
  private Money amount;

  private Instant createdAt;
  private Instant updatedAt;
  private Instant expiresAt;
  private Instant creditedAt;
  private int calls;
  private CollectionStatus status;
  private boolean flagged;
  private String rail;
  private String provider;
  private String statusMessage;
  private String mnoPaymentReference;
  private String reference;

  protected Collection() {}

  /**
   * State of a collection in other tables, for operators.
   *
   * @param publicId of the business
   * @param customerEncrypted null once the customer was erased
   * @param looks calls of the rail so far
   * @param nextPollAt null unless it is polled
   */
  @RegisterForReflection
  record State(UUID publicId, byte[] customerEncrypted, Integer looks, Instant nextPollAt) {}

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public Instant createdAt() {
    return createdAt;
  }

  /**
   * The collection as operators see it.
   *
   * @param customer empty if it cannot be read
   */
  RecordedCollection recorded(State state, Optional<Customer> customer) {
    return new RecordedCollection(
        id.toString(),
        state.publicId().toString(),
        status.wireName(),
        statusMessage,
        amount.major(),
        amount.currency().name(),
        customer.map(c -> Masked.number(c.mobile())).orElse(Masked.unreadable()),
        Optional.ofNullable(reference).orElse(""),
        customer.flatMap(Customer::shownNarration).orElse(""),
        provider,
        mnoPaymentReference,
        rail,
        state.looks(),
        ShownTime.of(state.nextPollAt()),
        ShownTime.of(expiresAt),
        ShownTime.of(creditedAt),
        flagged,
        ShownTime.of(createdAt),
        ShownTime.of(updatedAt));
  }

  @Override
  public String toString() {
    return "Collection[" + id + "]";
  }
}
