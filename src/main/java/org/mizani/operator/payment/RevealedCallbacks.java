package org.mizani.operator.payment;

import java.util.List;
import org.mizani.rail.callback.KeptCallback;

/** Callbacks of a network about one payment, the youngest first. */
public record RevealedCallbacks(List<KeptCallback> items) {}
