package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.mizani.collection.RecordedCollection;

/** A collection, and everything that happened to it. */
@Schema(requiredProperties = "timeline")
public record CollectionHistory(
    @JsonUnwrapped RecordedCollection collection,
    @Schema(description = "What happened, in its order") List<TimelineEvent> timeline) {}
