package org.mizani.rail.pawapay;

import io.smallrye.mutiny.Uni;
import java.util.Set;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;

/**
 * Payouts to mobile wallets, under our service reference as {@code payoutId}, and refunds of
 * deposits, under it as {@code refundId}.
 */
final class PawapayPayouts implements PayoutRail {

  private static final PayoutAnswers ANSWERS = new PayoutAnswers();
  private static final PayoutOutcome NO_NETWORK =
      new PayoutOutcome.Failed(
          FailureCode.RECIPIENT_NOT_FOUND, "the number is of no known network");

  private final String name;
  private final Set<Country> countries;
  private final PawapayClient client;
  private final RailCapabilities capabilities;
  private final Amounts amounts;

  PawapayPayouts(
      String name,
      Set<Country> countries,
      PawapayClient client,
      RailCapabilities capabilities,
      Amounts amounts) {
    this.name = name;
    this.countries = countries;
    this.client = client;
    this.capabilities = capabilities;
    this.amounts = amounts;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return channel == Channel.MOBILE && countries.contains(country);
  }

  @Override
  public RailCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
    if (instruction.refundOf().isPresent()) {
      return outcome(
          instruction,
          client.refund(
              RefundRequest.of(instruction, instruction.refundOf().get(), amounts), window));
    }
    if (!(instruction.recipient() instanceof MobileWallet wallet)) {
      throw new IllegalArgumentException("not a mobile wallet: " + instruction);
    }
    return client
        .providerOf(wallet.phone())
        .chain(
            provider ->
                provider.isEmpty()
                    ? Uni.createFrom().item(NO_NETWORK)
                    : submit(instruction, wallet, provider.get(), window));
  }

  private Uni<PayoutOutcome> submit(
      PayoutInstruction instruction, MobileWallet wallet, String provider, SendWindow window) {
    return outcome(
        instruction,
        client.pay(PayoutRequest.of(instruction, wallet.phone(), provider, amounts), window));
  }

  private Uni<PayoutOutcome> outcome(PayoutInstruction instruction, Uni<Submission> submission) {
    UUID id = instruction.serviceReference();
    return submission.invoke(client::refuseUntaken).map(answer -> ANSWERS.ofSubmission(id, answer));
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    UUID id = instruction.serviceReference();
    Uni<StatusAnswer> answer =
        instruction.refundOf().isPresent() ? client.refunded(id) : client.payout(id);
    return answer.map(said -> ANSWERS.ofStatus(id, said));
  }
}
