package org.mizani.rail.daraja;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.rail.RecipientLookup;
import org.mizani.rail.daraja.DarajaAnswer.Merchant;
import org.mizani.rail.http.NetworkAnswer;

/**
 * Names of tills and paybills. Payouts do not depend on them: a payment to a merchant that does not
 * exist fails at the network, and the documented codes of this query contradict each other.
 */
final class DarajaNames implements RecipientLookup {

  private final DarajaClient client;

  DarajaNames(DarajaClient client) {
    this.client = client;
  }

  /** An answer that tells neither a name nor that there is none. */
  private static final class NoName extends RuntimeException {
    NoName(NetworkAnswer answer) {
      super("no name: " + answer, null, false, false);
    }
  }

  @Override
  public boolean isBinding() {
    return false;
  }

  @Override
  public Uni<Optional<String>> holderOf(Recipient recipient) {
    return client.ask(question(recipient)).map(DarajaNames::holder);
  }

  private static DarajaRequest question(Recipient recipient) {
    if (recipient instanceof Till till) {
      return DarajaRequests.nameOf(till);
    }
    if (recipient instanceof Paybill paybill) {
      return DarajaRequests.nameOf(paybill);
    }
    throw new IllegalArgumentException("no till or paybill: " + recipient.channel());
  }

  private static Optional<String> holder(NetworkAnswer answer) {
    return Optional.of(answer)
        .filter(NetworkAnswer::isOk)
        .flatMap(ok -> DarajaJson.read(ok.body(), Merchant.class))
        .filter(merchant -> merchant.name().isPresent() || merchant.isUnknown())
        .map(Merchant::name)
        .orElseThrow(() -> new NoName(answer));
  }
}
