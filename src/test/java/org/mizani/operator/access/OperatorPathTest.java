package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths of the operator interface: exact ones, and spellings that a server might take for them. */
class OperatorPathTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/operator",
        "/operator/",
        "/operator/rates",
        "/operator/openapi",
        "/console",
        "/console/payouts"
      })
  void recognizesAnOperatorPath(String path) {
    assertThat(OperatorPort.isServed(path)).isTrue();
    assertThat(OperatorPort.mayBeServed(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//operator/rates",
        "/OPERATOR/rates",
        "/%6fperator/rates",
        "/%256fperator/rates",
        "/%25256fperator/rates",
        "/operator%2frates",
        "/operator;x=1/rates",
        "/;x=1/operator/rates",
        "/./operator/rates",
        "/business/../operator/rates",
        "/business/..;/operator/rates",
        "/business%2f..%2foperator/rates",
        "/..\\operator/rates",
        "\\operator\\rates",
        "/operators",
        "/consoles",
        "/Console",
        "//console/payouts",
        "/%63onsole/payouts",
        "/business/..;/console",
        "/operator%00/rates",
        "/%20operator/rates"
      })
  void suspectsASpellingOfAnOperatorPath(String path) {
    assertThat(OperatorPort.isServed(path)).isFalse();
    assertThat(OperatorPort.mayBeServed(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "",
        "/business/balance",
        "/business/transactions/operator",
        "/business/transactions/100%",
        "/operator/../business/balance",
        "/operator/..;/business/balance",
        "/operator%2f..%2fbusiness/balance",
        "/q/health"
      })
  void recognizesAnotherPath(String path) {
    assertThat(OperatorPort.isServed(path)).isFalse();
    assertThat(OperatorPort.mayBeServed(path)).isFalse();
  }
}
