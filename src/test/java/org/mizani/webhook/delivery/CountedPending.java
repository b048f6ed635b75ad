package org.mizani.webhook.delivery;

/** The count of a business's pending deliveries, for tests of its plan. */
public final class CountedPending {

  public static final String STATEMENT = PendingRoom.COUNT;

  private CountedPending() {}
}
