package org.mizani.rail.token;

import org.jboss.logging.Logger;

/**
 * Log of requests for tokens that a network answers with none: a WARN for the first one, and an
 * INFO with their number once it has issued a token. During an outage there is one for each call.
 */
public final class TokenLog {

  private static final Logger LOG = Logger.getLogger(TokenLog.class);

  private final String rail;

  /** Volatile, as each token that is issued looks whether there is an outage at all. */
  private volatile long failed;

  /**
   * @param rail by its name
   */
  public TokenLog(String rail) {
    this.rail = rail;
  }

  /**
   * No token was issued.
   *
   * @param why without secrets
   */
  public synchronized void failed(String why) {
    if (failed == 0) {
      LOG.warnf("rail %s: its network issues no token, and its payments wait: %s", rail, why);
    }
    failed = failed + 1;
  }

  /** A token was issued. */
  public void issued() {
    if (failed > 0) {
      tellTheEnd();
    }
  }

  private synchronized void tellTheEnd() {
    if (failed > 0) {
      LOG.infof("rail %s: its network issues tokens again; %d requests had none", rail, failed);
      failed = 0;
    }
  }
}
