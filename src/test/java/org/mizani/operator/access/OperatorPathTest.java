package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths are the operator interface's, to the benevolent and to the careful reader. */
class OperatorPathTest {

  @ParameterizedTest
  @ValueSource(strings = {"/operator", "/operator/", "/operator/rates", "/operator/openapi"})
  void leadsToTheOperatorInterface(String path) {
    assertThat(OperatorPath.is(path)).isTrue();
    assertThat(OperatorPath.mayBe(path)).isTrue();
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
        "/operator%00/rates",
        "/%20operator/rates"
      })
  void couldBeTakenForOne(String path) {
    assertThat(OperatorPath.is(path)).isFalse();
    assertThat(OperatorPath.mayBe(path)).isTrue();
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
  void leadsElsewhere(String path) {
    assertThat(OperatorPath.is(path)).isFalse();
    assertThat(OperatorPath.mayBe(path)).isFalse();
  }
}
