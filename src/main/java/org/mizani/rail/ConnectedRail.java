package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Rail that is connected by configuration.
 *
 * @param url base of the network's interface
 * @param payouts its connector for payouts, if it pays
 * @param collections its connector for collections, if it collects
 * @param callbacks reader of what the network sends, if it sends anything
 * @param balances its connector for the balances that the service holds with the network
 * @param probes the questions of its check, in their order
 */
public record ConnectedRail(
    String name,
    int priority,
    URI url,
    Optional<PayoutRail> payouts,
    Optional<CollectionRail> collections,
    Optional<CallbackReader> callbacks,
    Optional<RailFloat> balances,
    List<Probe> probes) {

  /** Question that moves no money, and shows whether the rail works, or a setting of it. */
  public interface Probe {

    /** The probe about this subject that asks so. */
    static Probe of(String subject, Supplier<Uni<Reply>> question) {
      return new Probe() {
        @Override
        public String subject() {
          return subject;
        }

        @Override
        public Uni<Reply> ask() {
          return question.get();
        }
      };
    }

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
  public record Reply(Verdict verdict, String words) {

    /** Verdicts of a network, or of a look at the settings. */
    public enum Verdict {
      OK,
      WRONG,
      CANNOT_TELL
    }

    /** All is well. */
    public static Reply ok(String words) {
      return new Reply(Verdict.OK, words);
    }

    /** There is a fault. */
    public static Reply wrong(String words) {
      return new Reply(Verdict.WRONG, words);
    }

    /** The answer does not decide. */
    public static Reply cannotTell(String words) {
      return new Reply(Verdict.CANNOT_TELL, words);
    }
  }
}
