package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Time in which a payment may be given to its network: while this pod has it. The pod may have been
 * frozen on the way, or have waited for a token, and another pod or an operator may have decided
 * since. So a connector looks at it last of all, and sends nothing once it is over (ADR 18).
 */
@FunctionalInterface
public interface SendWindow {

  /** Window of a request that moves no money, such as a question. */
  SendWindow ALWAYS = () -> true;

  /** Whether the request may be sent now. */
  boolean isOpen();

  /**
   * Sends the request, unless the window is over.
   *
   * @param request is sent when its answer is subscribed to
   * @throws RailAway (as failure) once the window is over: nothing was sent
   */
  default <T> Uni<T> send(String rail, Supplier<Uni<T>> request) {
    return Uni.createFrom()
        .deferred(
            () ->
                isOpen()
                    ? request.get()
                    : Uni.createFrom().failure(() -> RailAway.notCalled(rail, Duration.ZERO)));
  }
}
