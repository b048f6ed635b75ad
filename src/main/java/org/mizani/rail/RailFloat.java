package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.UUID;
import org.mizani.money.Money;

/**
 * Balances that the service holds with a network, the money that payouts are paid from. Of
 * connectors whose network tells them.
 */
public interface RailFloat {

  /**
   * Balance of one of the service's accounts.
   *
   * @param account the network's name of it
   * @param available what can be paid from it
   */
  record Balance(String account, Money available) {}

  /** Answer to the question for the balances. */
  sealed interface Answer {}

  /** The balances, of accounts that payouts are paid from. */
  record Told(List<Balance> balances) implements Answer {

    public Told {
      balances = List.copyOf(balances);
    }
  }

  /**
   * The network tells them later, by a callback about the question.
   *
   * @param networkId the network's id of the question, which that callback names
   */
  record Later(String networkId) implements Answer {}

  /**
   * Asks for the balances. It fails if the network gives no answer, or none that tells a balance.
   *
   * @param question id of this question, for the path of a callback
   */
  Uni<Answer> ask(UUID question);
}
