package org.mizani.business;

import java.util.function.UnaryOperator;

/**
 * Change of a key's terms.
 *
 * @param terms makes all of the new terms of the present ones
 * @param ofScopes whether the request has scopes, which are all that the key has then. Where it
 *     leaves them out the stored ones stay, also those that only a newer version knows
 */
public record KeyChange(UnaryOperator<KeyTerms> terms, boolean ofScopes) {}
