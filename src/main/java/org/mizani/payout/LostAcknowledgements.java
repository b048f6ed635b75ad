package org.mizani.payout;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.payout.record.BoundReceipts;
import org.mizani.payout.record.BoundReceipts.Claimant;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CallbackWord.Found;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Failed;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRail.ReceiptQuestions;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.callback.Words;

/**
 * Payouts whose acknowledgement was lost, at networks that take no reference of ours. A callback at
 * the path of the payout names a receipt; by itself it settles nothing, but the network is asked
 * about that receipt. Its answer has to tell of this payout's own payment, and no other payout may
 * have caused it: then it is acknowledged by that, and settled. Otherwise it is left to people (ADR
 * 19).
 */
@Singleton
final class LostAcknowledgements {

  private static final Logger LOG = Logger.getLogger(LostAcknowledgements.class);

  /** Difference between clocks: the network's, of whole seconds, and ours. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  private final Words words;
  private final PayoutRouter rails;
  private final BoundReceipts receipts;
  private final InstantSource clock;

  LostAcknowledgements(
      Words words, PayoutRouter rails, BoundReceipts receipts, InstantSource clock) {
    this.words = words;
    this.rails = rails;
    this.receipts = receipts;
    this.clock = clock;
  }

  /**
   * Words about a payout without an acknowledgement.
   *
   * @param named the definite words, by the receipts that they name
   * @param found the network's definite answers about receipts, by these
   */
  private record Told(Map<String, List<CallbackWord>> named, Map<String, Found> found) {

    private static Told of(List<CallbackWord> said, List<String> networkIds) {
      Set<String> questions = Set.copyOf(networkIds);
      Map<String, Found> found = new LinkedHashMap<>();
      said.stream()
          .filter(word -> word.networkIds().stream().anyMatch(questions::contains))
          .flatMap(word -> word.found().stream())
          .filter(payment -> isDefinite(payment.outcome()))
          .forEach(payment -> found.putIfAbsent(payment.receipt(), payment));
      return new Told(
          said.stream()
              .filter(word -> receipt(word).isPresent())
              .collect(groupingBy(word -> receipt(word).get(), LinkedHashMap::new, toList())),
          found);
    }

    private List<String> unanswered() {
      return named.keySet().stream().filter(receipt -> !found.containsKey(receipt)).toList();
    }

    /** The payments that are this payout's by all that is told of them. */
    private List<Found> own(PayoutInstruction instruction, ReceiptQuestions questions) {
      return found.values().stream()
          .filter(payment -> named.containsKey(payment.receipt()))
          .filter(payment -> payment.amount().equals(instruction.amount()))
          .filter(payment -> questions.isBetween(instruction, payment))
          .filter(
              payment ->
                  named.get(payment.receipt()).stream().allMatch(word -> agrees(word, payment)))
          .toList();
    }
  }

  private static boolean isDefinite(PayoutOutcome said) {
    return said instanceof Paid || said instanceof Failed;
  }

  private static Optional<String> receipt(CallbackWord word) {
    return word.payout()
        .flatMap(
            said -> {
              if (said instanceof Paid paid) {
                return paid.receipt();
              }
              return said instanceof Failed failed ? failed.networkReference() : Optional.empty();
            });
  }

  /** It counts once its id is noted, so it has to say the same of the same payment. */
  private static boolean agrees(CallbackWord word, Found payment) {
    PayoutOutcome said = word.payout().orElseThrow();
    return said.getClass() == payment.outcome().getClass()
        && word.networkIds().equals(Set.of(payment.networkId()))
        && !(said instanceof Paid paid
            && paid.amount().filter(amount -> !amount.equals(payment.amount())).isPresent());
  }

  /**
   * The outcome of a payout by the network's answer about a receipt that a callback named; empty
   * unless that is this payout's own payment.
   */
  Uni<Optional<PayoutOutcome>> said(PendingPayout payout) {
    return questions(payout)
        .map(
            questions ->
                told(payout)
                    .chain(
                        told ->
                            own(payout, told, questions)
                                .map(payment -> bound(payout, payment, told))
                                .orElseGet(LostAcknowledgements::nothing)))
        .orElseGet(LostAcknowledgements::nothing);
  }

  /** The receipt to ask about now, another one at each poll; empty if there is none. */
  Uni<Optional<String>> receiptToAsk(PendingPayout payout) {
    return questions(payout).isEmpty()
        ? Uni.createFrom().item(Optional.empty())
        : told(payout)
            .map(Told::unanswered)
            .map(
                receipts ->
                    receipts.isEmpty()
                        ? Optional.empty()
                        : Optional.of(receipts.get(payout.calls() % receipts.size())));
  }

  /** How the rail of this payout is asked under a receipt; empty if that is of no use. */
  private Optional<ReceiptQuestions> questions(PendingPayout payout) {
    return payout.atMostOnce()
            && payout.words() > 0
            && payout.networkIds().stream().noneMatch(ReceiptQuestions::acknowledges)
        ? rails.railNamed(payout.rail()).flatMap(rail -> questions(rail, payout))
        : Optional.empty();
  }

  private static Optional<ReceiptQuestions> questions(PayoutRail rail, PendingPayout payout) {
    return payout.payee().flatMap(to -> rail.receiptQuestions(to.recipient().channel()));
  }

  private Uni<Told> told(PendingPayout payout) {
    return words
        .plausible(payout.subject(), payout.rail(), payout.age())
        .map(said -> Told.of(said, payout.networkIds()));
  }

  /** One that failed hides no payment only if no other receipt is named. */
  private Optional<Found> own(PendingPayout payout, Told told, ReceiptQuestions questions) {
    List<Found> own =
        payout.instruction().stream()
            .flatMap(instruction -> told.own(instruction, questions).stream())
            .filter(payment -> isInTime(payout, payment))
            .toList();
    List<Found> paid = own.stream().filter(one -> one.outcome() instanceof Paid).toList();
    if (paid.size() > 1) {
      LOG.errorf("%s: rail %s has paid it twice: look into it", payout, payout.rail());
      return Optional.empty();
    }
    return paid.isEmpty() && told.named().size() > 1 ? Optional.empty() : first(paid, own);
  }

  private static Optional<Found> first(List<Found> paid, List<Found> own) {
    return Stream.concat(paid.stream(), own.stream()).findFirst();
  }

  private boolean isInTime(PendingPayout payout, Found payment) {
    return submittedAt(payout)
        .filter(submitted -> !payment.begunAt().isBefore(submitted.minus(CLOCKS)))
        .isPresent();
  }

  private Optional<Instant> submittedAt(PendingPayout payout) {
    return payout.sinceSubmission().map(clock.instant()::minus);
  }

  private Uni<Optional<PayoutOutcome>> bound(PendingPayout payout, Found payment, Told told) {
    return receipts
        .bind(claimant(payout), payment)
        .map(
            ours -> {
              if (!ours) {
                LOG.warnf("%s: another payout may have caused the payment of a callback", payout);
                return Optional.empty();
              }
              return Optional.of(
                  told.named().get(payment.receipt()).get(0).payout().orElse(payment.outcome()));
            });
  }

  private Claimant claimant(PendingPayout payout) {
    Recipient to = payout.payee().orElseThrow().recipient();
    return new Claimant(
        payout.serviceReference(),
        payout.rail(),
        to.channel(),
        payout.receiver(),
        number(to),
        submittedAt(payout).orElseThrow());
  }

  private static String number(Recipient to) {
    return to instanceof Till till ? till.number() : ((Paybill) to).number();
  }

  private static Uni<Optional<PayoutOutcome>> nothing() {
    return Uni.createFrom().item(Optional.empty());
  }
}
