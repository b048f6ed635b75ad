package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Event of a payment's timeline as it is recorded; fields that do not belong to it are null and
 * left out.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
public record RecordedEvent(
    Instant at,
    String event,
    String status,
    @JsonIgnore Long amountMinor,
    CurrencyUnit currency,
    String reference,
    UUID deliveryId,
    UUID endpointId,
    @JsonIgnore UUID callbackId,
    Integer replay,
    Integer attempt,
    Integer responseCode,
    String error,
    Integer durationMs,
    String operator,
    String action,
    String reason) {

  /** The amount in major units. */
  @JsonProperty
  public BigDecimal amount() {
    return amountMinor == null ? null : new Money(currency, amountMinor).major();
  }
}
