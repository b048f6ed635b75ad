package org.mizani.http;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.mizani.fault.ApiFault;

/**
 * Filter that refuses a body that announces itself as too large, unread. It runs after the filters
 * that check credentials: whoever has none hears of that first.
 */
@Singleton
public class BodySizeFilter {

  /** The path of bodies with a limit of their own: batches of payouts. */
  private static final String BULK = "/business/payouts/bulk";

  private static final int AFTER_CREDENTIALS = Priorities.USER + 1000;

  // The framework makes its filters at build time, when there are no settings yet.
  private final Instance<HttpConfig> config;
  private volatile Most most;

  /** The largest bodies, in bytes. */
  private record Most(int usual, int bulk) {}

  BodySizeFilter(Instance<HttpConfig> config) {
    this.config = config;
  }

  /**
   * Checks the announced size.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 413 if it is more than allowed, or no number
   */
  @ServerRequestFilter(preMatching = true, priority = AFTER_CREDENTIALS)
  public void check(ContainerRequestContext request) {
    String length = request.getHeaderString(HttpHeaders.CONTENT_LENGTH);
    if (length != null && exceeds(length, maxBodyBytes(request.getUriInfo().getPath()))) {
      throw ApiFault.PAYLOAD_TOO_LARGE.asException();
    }
  }

  /**
   * The largest body of a request to this path, in bytes. Read once: each look-up makes the whole
   * group of settings anew.
   */
  int maxBodyBytes(String path) {
    if (most == null) {
      HttpConfig settings = config.get();
      most = new Most(settings.maxBodyBytes(), settings.maxBulkBodyBytes());
    }
    return path.equals(BULK) ? most.bulk() : most.usual();
  }

  /** Whether an announced size is more than this, or no number. */
  static boolean exceeds(String length, long most) {
    try {
      return Long.parseLong(length) > most;
    } catch (NumberFormatException e) {
      return true;
    }
  }
}
