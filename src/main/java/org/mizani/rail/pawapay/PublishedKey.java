package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Item of {@code GET /v2/public-key/http}: a key that callbacks are signed with.
 *
 * @param id that signatures name
 * @param key in PEM
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record PublishedKey(String id, String key) {}
