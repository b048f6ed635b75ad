package org.mizani.rail.pawapay;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.mizani.corridor.Country;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.FailureCode;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;

/** Collections from mobile wallets, under the collection's id as {@code depositId}. */
final class PawapayCollections implements CollectionRail {

  private static final CollectionOutcome NO_NETWORK =
      new CollectionOutcome.Declined(
          FailureCode.RECIPIENT_NOT_FOUND, "the number is of no known network");

  private final String name;
  private final Set<Country> countries;
  private final PawapayClient client;
  private final RailCapabilities capabilities;
  private final Amounts amounts;
  private final DepositAnswers answers;

  PawapayCollections(
      String name,
      Set<Country> countries,
      PawapayClient client,
      RailCapabilities capabilities,
      Amounts amounts,
      DepositAnswers answers) {
    this.name = name;
    this.countries = countries;
    this.client = client;
    this.capabilities = capabilities;
    this.amounts = amounts;
    this.answers = answers;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean collects(Country country, Optional<String> operator) {
    return countries.contains(country);
  }

  @Override
  public RailCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Uni<CollectionOutcome> prompt(CollectionInstruction instruction, SendWindow window) {
    return client
        .providerOf(instruction.customer())
        .chain(
            provider ->
                provider.isEmpty()
                    ? Uni.createFrom().item(NO_NETWORK)
                    : prompt(instruction, provider.get(), window));
  }

  private Uni<CollectionOutcome> prompt(
      CollectionInstruction instruction, String provider, SendWindow window) {
    UUID id = instruction.collectionId();
    return client
        .collect(DepositRequest.of(instruction, provider, amounts), window)
        .invoke(client::refuseUntaken)
        .map(answer -> answers.ofSubmission(id, answer));
  }

  @Override
  public Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
    UUID id = instruction.collectionId();
    return client.deposit(id).map(answer -> answers.ofStatus(id, answer));
  }
}
