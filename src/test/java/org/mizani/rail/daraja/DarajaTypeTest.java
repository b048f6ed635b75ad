package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mizani.corridor.Channel;

class DarajaTypeTest {

  @Test
  void phonesArePaidFromTheUtilityAccount() {
    assertThat(DarajaType.accounts(Set.of(Channel.MOBILE)))
        .containsExactly(AccountBalances.UTILITY);
  }

  @Test
  void tillsAndPaybillsArePaidFromTheWorkingAccount() {
    assertThat(DarajaType.accounts(Set.of(Channel.TILL))).containsExactly(AccountBalances.WORKING);
    assertThat(DarajaType.accounts(Set.of(Channel.PAYBILL, Channel.MOBILE)))
        .containsExactlyInAnyOrder(AccountBalances.WORKING, AccountBalances.UTILITY);
  }
}
