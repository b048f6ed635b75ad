package org.mizani.business;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyScopeTest {

  @Test
  void aStoredScopeOfANewerVersionIsLeftOut() {
    assertThat(KeyScope.stored("pay", "of-later", "read"))
        .containsExactlyInAnyOrder(KeyScope.PAY, KeyScope.READ);
  }

  @Test
  void aKeyThatHasOnlyScopesOfANewerVersionHasNone() {
    assertThat(KeyScope.stored("of-later")).isEmpty();
  }

  @Test
  void eachStoredScopeIsRead() {
    String[] all = KeyScope.codes(List.of(KeyScope.values())).toArray(String[]::new);

    assertThat(KeyScope.stored(all)).containsExactlyInAnyOrder(KeyScope.values());
  }
}
