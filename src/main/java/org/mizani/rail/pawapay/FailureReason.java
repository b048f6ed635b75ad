package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Reason of a rejection or failure.
 *
 * @param failureCode such as {@code RECIPIENT_NOT_FOUND}
 * @param failureMessage for a reader, or null
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record FailureReason(String failureCode, String failureMessage) {}
