package org.mizani.console;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;

/** Pages of refusals: what was refused, and where to go on. */
@Singleton
class ErrorPages {

  private static final int NOT_FOUND = 404;
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;
  private static final int SERVER_ERRORS = 500;
  private static final int UNAVAILABLE = 503;

  private final Frames frames;

  ErrorPages(Frames frames) {
    this.frames = frames;
  }

  /** Templates of {@code templates/console}. */
  @CheckedTemplate(basePath = "console")
  static final class Templates {

    private Templates() {}

    static native TemplateInstance error(
        Frame frame, String title, String message, String advice, String requestId);
  }

  /** The page of a refusal with this status, whose message the interface words. */
  String page(RoutingContext exchange, int status, String message, String requestId) {
    Frame frame = frames.ofAnybody(exchange);
    return Templates.error(frame, title(status), message, advice(status), requestId).render();
  }

  private static String title(int status) {
    return switch (status) {
      case NOT_FOUND -> "Not found";
      case FORBIDDEN -> "Not allowed";
      case CONFLICT -> "Not possible now";
      case UNAVAILABLE -> "Not available";
      default -> status >= SERVER_ERRORS ? "Failed" : "Not understood";
    };
  }

  private static String advice(int status) {
    return switch (status) {
      case NOT_FOUND -> "Check the address, or search for the payment.";
      case FORBIDDEN -> "An operator with more rights, or another person, can do this.";
      case CONFLICT -> "Nothing was changed. Read the page again, and decide then.";
      case UNAVAILABLE ->
          "Read the page before you send a form again: it may have taken effect all the same.";
      default ->
          status >= SERVER_ERRORS
              ? "The log has the reason, under the request id below."
              : "Nothing was changed. Go back, and mend the field.";
    };
  }
}
