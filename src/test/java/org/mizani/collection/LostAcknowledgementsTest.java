package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.collection.record.Customer;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.FailureCode;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.callback.HeardWords;
import org.mizani.rail.callback.PromptWords;
import org.mizani.support.Defaults;
import org.mizani.work.LeaseEnding;

/** Questions about two prompts of one collection, under a lease that may be too short for both. */
class LostAcknowledgementsTest {

  private static final Declined REFUSED = new Declined(FailureCode.CUSTOMER_DECLINED, "no");

  private final LostAcknowledgements lost =
      new LostAcknowledgements(
          null,
          null,
          new CollectionLeases(null, null, null, Defaults.of(CollectionConfig.class)),
          InstantSource.system());

  private final List<String> asked = new ArrayList<>();

  @Test
  void aQuestionForWhichTheLeaseIsTooShortIsLeftToTheNextPoll() {
    CollectionOutcome said = ask(pending(2), 1);

    assertThat(said).isInstanceOf(Unknown.class);
    assertThat(asked).containsExactly("A");
  }

  @Test
  void theNextPollBeginsWithTheOtherPrompt() {
    ask(pending(3), 1);

    assertThat(asked).containsExactly("B");
  }

  /** Its poll does not count. */
  @Test
  void aPollWithoutItsFirstQuestionHasNoAnswer() {
    assertThatThrownBy(() -> ask(pending(2), 0)).isInstanceOf(LeaseEnding.class);
  }

  /** Asks a network that has neither prompt, with a lease for so many questions. */
  private CollectionOutcome ask(PendingCollection collection, int questions) {
    PromptWords words =
        HeardWords.about(collection.id(), HeardWords.of("A", REFUSED), HeardWords.of("B", REFUSED));
    return lost.ask(
            collection,
            words,
            new RailCapabilities(false, Duration.ofMinutes(15)),
            instruction -> {
              if (asked.size() == questions) {
                return Uni.createFrom().failure(LeaseEnding::new);
              }
              asked.addAll(instruction.networkIds());
              return Uni.createFrom().item(new NotFound());
            })
        .await()
        .atMost(PATIENCE);
  }

  private static PendingCollection pending(int polls) {
    return new PendingCollection(
        UUID.randomUUID(),
        1,
        new PendingCollection.Origin(1, UUID.randomUUID()),
        Optional.empty(),
        CollectionStatus.PENDING,
        new Money(CurrencyUnit.KES, 15_000),
        Customer.of(PhoneNumber.stored("+254712345678"), Optional.empty()),
        "",
        "kenya",
        "",
        Optional.empty(),
        Optional.empty(),
        PendingCollection.Timing.of(Duration.ZERO, Optional.empty(), Duration.ofMinutes(1)),
        Optional.empty(),
        List.of(),
        0,
        polls,
        0);
  }
}
