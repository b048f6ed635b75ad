package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.TestRails;

class GroupLookupsTest {

  private static final int MOST = GroupLookups.WITHOUT_ANSWER_MOST;

  private final PayoutRail rail = TestRails.without(Country.KE);

  private int asked;
  private boolean answers;

  private final GroupLookups group =
      new GroupLookups(
          (recipient, railOfIt, lookup, timeout) -> {
            asked++;
            return answers
                ? Uni.createFrom().item(Optional.of("Amina"))
                : ApiFault.SERVICE_UNAVAILABLE.asFailure();
          });

  @Test
  void asksARailNoMoreAfterSoManyLookUpsWithoutAnAnswer() {
    for (int i = 0; i < MOST + 10; i++) {
      assertThatThrownBy(this::lookUp).isInstanceOf(ApiException.class);
    }

    assertThat(asked).isEqualTo(MOST);
  }

  @Test
  void asksOnAfterFewer() {
    for (int i = 1; i < MOST; i++) {
      assertThatThrownBy(this::lookUp).isInstanceOf(ApiException.class);
    }
    answers = true;

    assertThat(lookUp()).contains("Amina");
    assertThat(lookUp()).contains("Amina");
  }

  private Optional<String> lookUp() {
    return group.holderOf(null, rail, null, Duration.ofSeconds(1)).await().atMost(PATIENCE);
  }
}
