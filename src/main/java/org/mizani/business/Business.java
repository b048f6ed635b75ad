package org.mizani.business;

import java.time.Instant;
import java.util.UUID;

/**
 * Registered business.
 *
 * @param id the database's id
 * @param publicId the id on the wire
 */
public record Business(
    long id, UUID publicId, BusinessProfile profile, Instant createdAt, Instant updatedAt) {}
