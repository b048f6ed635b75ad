package org.mizani.webhook;

import java.util.ArrayDeque;
import java.util.Deque;

/** One receiver's deliveries in this pod: those that wait for their turn and those under way. */
final class ReceiverQueue {

  final String host;
  final Deque<Leased> waiting = new ArrayDeque<>();
  int inFlight;
  boolean queued;

  ReceiverQueue(String host) {
    this.host = host;
  }

  int size() {
    return waiting.size() + inFlight;
  }
}
