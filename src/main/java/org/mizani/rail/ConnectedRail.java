package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.util.Optional;

/**
 * Rail that is connected by configuration.
 *
 * @param url base of the network's interface
 * @param payouts its connector for payouts, if it pays
 * @param collections its connector for collections, if it collects
 * @param callbacks reader of what the network sends, if it sends anything
 * @param balances its connector for the balances that the service holds with the network
 * @param probe the question of its check
 */
public record ConnectedRail(
    String name,
    int priority,
    URI url,
    Optional<PayoutRail> payouts,
    Optional<CollectionRail> collections,
    Optional<CallbackReader> callbacks,
    Optional<RailFloat> balances,
    Probe probe) {

  /** Question to the network that moves no money, and shows whether the rail works. */
  public interface Probe {

    /** Subject of the question, such as {@code token}. */
    String subject();

    /** Asks. It fails if the network does not answer. */
    Uni<Reply> ask();
  }

  /**
   * Reply to a probe.
   *
   * @param words for an operator; if not all is well, with what to do
   */
  public record Reply(boolean isOk, String words) {}
}
