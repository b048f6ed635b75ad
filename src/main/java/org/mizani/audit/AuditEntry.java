package org.mizani.audit;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.Optional;
import org.hibernate.annotations.ColumnTransformer;
import org.hibernate.annotations.Immutable;

/** Entry of the audit log. */
@Entity
@Immutable
class AuditEntry extends PanacheEntityBase {

  private static final String AS_JSON = "cast(cast(? as text) as jsonb)";

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(insertable = false) // the database's time
  private Instant at;

  private String operator;
  private String action;
  private String subject;

  // As text, which keeps the digits of its numbers.
  @ColumnTransformer(read = "cast(before as text)", write = AS_JSON)
  private String before;

  @ColumnTransformer(read = "cast(after as text)", write = AS_JSON)
  private String after;

  private String requestId;

  protected AuditEntry() {}

  /**
   * A new entry.
   *
   * @param before JSON; empty if there was no value before
   * @param after JSON; empty if there is no value now
   */
  AuditEntry(
      String operator,
      String requestId,
      String action,
      String subject,
      Optional<String> before,
      Optional<String> after) {
    this.operator = operator;
    this.requestId = requestId;
    this.action = action;
    this.subject = subject;
    this.before = before.orElse(null);
    this.after = after.orElse(null);
  }
}
