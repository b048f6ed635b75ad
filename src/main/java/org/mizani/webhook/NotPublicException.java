package org.mizani.webhook;

import java.io.IOException;

/** A receiver has an address that webhooks of production do not go to. */
public final class NotPublicException extends IOException {

  private static final long serialVersionUID = 1L;

  public NotPublicException() {
    super("the address is not public");
  }
}
