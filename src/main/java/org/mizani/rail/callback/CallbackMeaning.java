package org.mizani.rail.callback;

import java.util.Optional;
import java.util.UUID;
import org.mizani.rail.CallbackWord;

/**
 * Meaning of one stored callback.
 *
 * @param callback its id
 * @param word that it has, or empty if it has none about the payment or cannot be read
 * @param counted whether the word may settle the payment; otherwise it only had the network asked
 */
public record CallbackMeaning(UUID callback, Optional<CallbackWord> word, boolean counted) {}
