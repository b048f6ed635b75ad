package org.mizani.rail.daraja;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RecipientLookup;
import org.mizani.rail.SendWindow;
import org.mizani.rail.daraja.DarajaRequests.Initiator;
import org.mizani.rail.daraja.GatewayAnswer.Acknowledged;

/**
 * Payouts to phones (B2C, once for each of our references), tills and paybills (B2B, which takes no
 * reference of ours: submitted once, whatever becomes of it). Their outcome comes by callback. The
 * network answers a question by callback too.
 */
final class DarajaPayouts implements PayoutRail {

  /** Every so many calls a payment to a phone is submitted again in place of a question. */
  private static final int SUBMIT_AGAIN_EVERY = 4;

  private final String name;
  private final Set<Channel> channels;
  private final DarajaClient client;
  private final DarajaAddresses addresses;
  private final Payer payer;
  private final RailCapabilities toPhones;
  private final RailCapabilities toMerchants;
  private final Optional<RecipientLookup> names;

  /**
   * Our side of payments.
   *
   * @param credential the initiator's encrypted password: the network takes one any number of times
   */
  record Payer(
      String shortCode,
      String initiator,
      String credential,
      String command,
      String tillIdentifierType) {

    @Override
    public String toString() {
      return "Payer[" + shortCode + "]";
    }
  }

  DarajaPayouts(
      String name,
      Set<Channel> channels,
      DarajaClient client,
      DarajaAddresses addresses,
      Payer payer,
      RailCapabilities toPhones,
      RailCapabilities toMerchants,
      Optional<RecipientLookup> names) {
    this.name = name;
    this.channels = channels;
    this.client = client;
    this.addresses = addresses;
    this.payer = payer;
    this.toPhones = toPhones;
    this.toMerchants = toMerchants;
    this.names = names;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return country == Country.KE && channels.contains(channel);
  }

  @Override
  public RailCapabilities capabilities() {
    return toMerchants;
  }

  @Override
  public RailCapabilities capabilities(Channel channel) {
    return channel == Channel.MOBILE ? toPhones : toMerchants;
  }

  /** Of tills and paybills, if switched on; the network has none of phones. */
  @Override
  public Optional<RecipientLookup> recipientLookup(Channel channel) {
    return names.filter(lookup -> channel != Channel.MOBILE);
  }

  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
    Optional<DarajaRequest> request = request(instruction);
    return request.isEmpty()
        ? Uni.createFrom()
            .item(
                new PayoutOutcome.Failed(
                    FailureCode.RECIPIENT_NOT_FOUND, "the network takes no such account"))
        : client
            .send(request.get(), window)
            .map(answer -> outcome(answer, instruction.attempt() == 1));
  }

  private Optional<DarajaRequest> request(PayoutInstruction instruction) {
    Recipient to = instruction.recipient();
    Initiator us = us(instruction, DarajaAddresses.RESULT);
    if (to instanceof MobileWallet wallet) {
      return Optional.of(DarajaRequests.payment(us, payer.command(), instruction, wallet));
    }
    if (to instanceof Till till) {
      return Optional.of(DarajaRequests.payment(us, instruction, till, payer.tillIdentifierType()));
    }
    if (to instanceof Paybill paybill) {
      return DarajaRequests.payment(us, instruction, paybill).map(DarajaRequest.class::cast);
    }
    throw new IllegalArgumentException("no phone, till or paybill: " + instruction);
  }

  private static PayoutOutcome outcome(GatewayAnswer answer, boolean first) {
    return answer instanceof Acknowledged acknowledged
        ? new PayoutOutcome.Accepted(NetworkIds.of(acknowledged))
        : PayoutOutcomes.ofAnswer(answer, first);
  }

  /**
   * Asks for the outcome, which comes by callback. The network cannot say that it never had a
   * payment to a phone; a repeated submission under the same reference can find that out, so now
   * and then it counts as not found, but for a payout that is final.
   */
  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    boolean toPhone = instruction.recipient() instanceof MobileWallet;
    if (toPhone && instruction.attempt() > 0 && instruction.attempt() % SUBMIT_AGAIN_EVERY == 0) {
      return Uni.createFrom().item(new PayoutOutcome.NotFound());
    }
    Optional<String> conversation =
        toPhone
            ? Optional.of(instruction.serviceReference().toString())
            : NetworkIds.originator(instruction.networkIds());
    return conversation
        .map(id -> ask(instruction, id))
        .orElseGet(
            () ->
                Uni.createFrom()
                    .item(new PayoutOutcome.Unknown("never acknowledged, so nobody can ask")));
  }

  private Uni<PayoutOutcome> ask(PayoutInstruction instruction, String conversation) {
    Initiator us = us(instruction, DarajaAddresses.STATUS);
    return ask(DarajaRequests.statusOfConversation(us, conversation), UnaryOperator.identity());
  }

  private Uni<PayoutOutcome> ask(DarajaRequest question, UnaryOperator<String> ids) {
    return client
        .send(question, SendWindow.ALWAYS)
        .map(
            answer ->
                answer instanceof Acknowledged acknowledged
                    ? new PayoutOutcome.Accepted(NetworkIds.of(acknowledged).map(ids))
                    : new PayoutOutcome.Unknown("question " + answer.why()));
  }

  /** About tills and paybills: a payment to a phone is asked for by our reference. */
  @Override
  public Optional<ReceiptQuestions> receiptQuestions(Channel channel) {
    return channel == Channel.MOBILE ? Optional.empty() : Optional.of(new ByReceipt());
  }

  private final class ByReceipt implements ReceiptQuestions {

    @Override
    public Uni<PayoutOutcome> ask(PayoutInstruction instruction, String receipt) {
      Initiator us = us(instruction, DarajaAddresses.RECEIPT);
      return DarajaPayouts.this.ask(
          DarajaRequests.statusOfReceipt(us, receipt), NetworkIds::ofReceiptQuestion);
    }

    /** The network tells the account at a paybill seldom. */
    @Override
    public boolean isBetween(PayoutInstruction instruction, CallbackWord.Found payment) {
      return payment.payer().equals(payer.shortCode()) && isTo(instruction.recipient(), payment);
    }

    private static boolean isTo(Recipient to, CallbackWord.Found payment) {
      if (to instanceof Paybill paybill) {
        return payment.receiver().equals(paybill.number())
            && payment.account().map(paybill.account().strip()::equals).orElse(true);
      }
      return to instanceof Till till && payment.receiver().equals(till.number());
    }
  }

  private Initiator us(PayoutInstruction instruction, String purpose) {
    return new Initiator(
        payer.shortCode(),
        payer.initiator(),
        payer.credential(),
        addresses.of(Kind.PAYOUT, instruction.serviceReference(), purpose),
        addresses.of(Kind.PAYOUT, instruction.serviceReference(), DarajaAddresses.TIME_OUT));
  }
}
