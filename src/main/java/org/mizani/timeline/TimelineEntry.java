package org.mizani.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Event of a payment that its partner may know of.
 *
 * @param event {@code created}, {@code submitted}, {@code held_for_review}, {@code released},
 *     {@code settled}, {@code credited}, {@code returned} or {@code refunded}
 * @param status that was settled; null of other events
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimelineEntry(Instant at, String event, String status) {}
