package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Event of a payment's timeline.
 *
 * @param said by the network, if the event is a callback that can be read; else null
 */
@RegisterForReflection
public record TimelineEvent(@JsonUnwrapped RecordedEvent event, @JsonUnwrapped NetworkWord said) {}
