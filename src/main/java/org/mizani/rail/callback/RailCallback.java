package org.mizani.rail.callback;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** Callback of a network, as it came. Only statements write it. */
@Entity
@Immutable
class RailCallback extends PanacheEntityBase {

  @Id private UUID id;

  private Instant receivedAt;
  private String rail;
  private String kind;
  private UUID paymentId;
  private String purpose;
  private boolean byPath;
  private boolean allowedSource;
  private String source;
  private boolean speaks;
  private byte[] bodyEncrypted;

  protected RailCallback() {}
}
