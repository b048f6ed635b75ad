package org.mizani.business;

import java.util.Optional;

/**
 * Operator that may draw the secret of an API key.
 *
 * @param epoch the operator's epoch, in which alone it may; empty for the credential of the
 *     environment
 */
public record SecretDrawer(String operator, Optional<Long> epoch) {}
