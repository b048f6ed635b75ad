package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Answer to a question for a payout, deposit or refund.
 *
 * @param status {@code FOUND} or {@code NOT_FOUND}, or null
 * @param data of a found one, or null
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record StatusAnswer(String status, Transaction data) {}
