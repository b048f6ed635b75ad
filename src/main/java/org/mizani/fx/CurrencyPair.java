package org.mizani.fx;

/** The two currencies of a rate, by their codes. */
record CurrencyPair(String from, String to) {}
