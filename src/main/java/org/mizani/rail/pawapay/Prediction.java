package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Answer of {@code POST /v2/predict-provider}: the network that a number probably belongs to.
 *
 * @param country code of three letters, or null
 * @param provider code of the network, or null
 * @param phoneNumber in international form, digits only, or null
 * @param failureReason if there is no prediction, or null
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record Prediction(
    String country, String provider, String phoneNumber, FailureReason failureReason) {

  /** Body of the question. */
  @RegisterForReflection
  public record Question(String phoneNumber) {

    @Override
    public String toString() {
      return "Question[…]";
    }
  }

  @Override
  public String toString() {
    return "Prediction[%s, %s]".formatted(country, provider);
  }
}
