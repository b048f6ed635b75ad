package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * Item of {@code GET /v2/availability}: the state of a country's networks.
 *
 * @param country code of three letters
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record Availability(String country, List<Network> providers) {

  /**
   * State of one network.
   *
   * @param provider code of the network
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Network(String provider, List<Operation> operationTypes) {}

  /**
   * State of one kind of operation.
   *
   * @param operationType such as {@code PAYOUT}
   * @param status {@code OPERATIONAL}, {@code DELAYED} (payouts are queued) or {@code CLOSED} (all
   *     is rejected)
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Operation(String operationType, String status) {}
}
