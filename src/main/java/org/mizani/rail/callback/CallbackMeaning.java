package org.mizani.rail.callback;

import java.util.Optional;
import java.util.UUID;
import org.mizani.rail.CallbackWord;

/**
 * Meaning of one stored callback that can be read.
 *
 * @param callback its id
 * @param word that it has, or empty if it has none about the payment
 * @param counted whether the word counts as the network's; otherwise it only had the network asked
 */
public record CallbackMeaning(UUID callback, Optional<CallbackWord> word, boolean counted) {}
