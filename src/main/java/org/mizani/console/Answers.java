package org.mizani.console;

import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.mizani.fault.ApiFault.ApiException;

/** Answers of the console that its screens share. */
public final class Answers {

  /** The type of all pages. */
  public static final String HTML = "text/html;charset=UTF-8";

  private static final int SEE_OTHER = 303;

  private Answers() {}

  /** Sends a browser to another page, which it reads: a reload sends no form again. */
  public static RestResponse<String> seeOther(String path) {
    return ResponseBuilder.<String>create(SEE_OTHER).header("Location", path).build();
  }

  /** The same, with another header {@code Set-Cookie}. */
  public static RestResponse<String> seeOther(String path, String cookie) {
    return ResponseBuilder.<String>create(SEE_OTHER)
        .header("Location", path)
        .header("Set-Cookie", cookie)
        .build();
  }

  /** A page with this status. */
  public static RestResponse<String> page(int status, String html) {
    return ResponseBuilder.<String>create(status).entity(html).header("Content-Type", HTML).build();
  }

  /**
   * An operation of the interface, begun at once, while the request's context is there. What it
   * refuses before it begins is a failure too.
   */
  public static <T> Uni<T> begun(Supplier<Uni<T>> operation) {
    try {
      return operation.get();
    } catch (ApiException refusal) {
      return Uni.createFrom().failure(refusal);
    }
  }
}
