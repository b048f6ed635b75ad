package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.mizani.collection.RecordedCollection;

/** A collection, and everything that happened to it. */
public record CollectionHistory(
    @JsonUnwrapped RecordedCollection collection, List<TimelineEvent> timeline) {}
