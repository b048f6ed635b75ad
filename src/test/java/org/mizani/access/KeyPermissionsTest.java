package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault.ApiException;

class KeyPermissionsTest {

  @Test
  void aScopeOfANewerVersionDoesNotBreakItsKey() {
    KeyPermissions permissions =
        KeyPermissions.of(new String[] {"read", "of-later"}, new String[] {});

    assertThatCode(() -> permissions.require(KeyScope.READ)).doesNotThrowAnyException();
    assertThatThrownBy(() -> permissions.require(KeyScope.PAY))
        .isInstanceOf(ApiException.class)
        .hasMessage("api key lacks the scope pay");
  }
}
