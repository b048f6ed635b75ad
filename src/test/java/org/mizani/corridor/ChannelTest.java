package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelTest {

  @Test
  void readsTheMerchantTypesTillAndPaybill() {
    assertThat(Channel.ofMerchantType("till")).isEqualTo(Channel.TILL);
    assertThat(Channel.ofMerchantType("paybill")).isEqualTo(Channel.PAYBILL);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "Till", "till ", "mobile", "bank"})
  void refusesOtherMerchantTypes(String type) {
    assertThatThrownBy(() -> Channel.ofMerchantType(type))
        .hasMessage("type must be \"paybill\" or \"till\"");
  }
}
