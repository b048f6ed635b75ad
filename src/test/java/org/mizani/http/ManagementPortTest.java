package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.Defaults;

class ManagementPortTest {

  private static final ManagementConfig UNSET = Defaults.of(ManagementConfig.class);

  @Test
  void productionHasAPortOfItsOwn() {
    assertThat(ManagementPort.numberOf(UNSET, ServiceEnvironment.PRODUCTION)).hasValue(9000);
    assertThat(ManagementPort.numberOf(UNSET, ServiceEnvironment.TEST)).isEmpty();
  }

  @Test
  void aConfiguredPortIsTakenEverywhere() {
    ManagementConfig config =
        Defaults.with(ManagementConfig.class, Map.of("payments.management.port", "9100"));

    for (ServiceEnvironment environment : ServiceEnvironment.values()) {
      assertThat(ManagementPort.numberOf(config, environment)).hasValue(9100);
    }
  }

  @Test
  void documentsAreNotPublicInProductionUnlessASettingSaysSo() {
    ManagementConfig config =
        Defaults.with(
            ManagementConfig.class, Map.of("payments.management.public-documents", "true"));

    assertThat(ManagementPort.hasPublicDocuments(UNSET, ServiceEnvironment.TEST)).isTrue();
    assertThat(ManagementPort.hasPublicDocuments(UNSET, ServiceEnvironment.PRODUCTION)).isFalse();
    assertThat(ManagementPort.hasPublicDocuments(config, ServiceEnvironment.PRODUCTION)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/q/metrics,               q",
    "//Q/metrics,              q",
    "/q;x=1/metrics,           q",
    "/%71/metrics,             q",
    "/%2571/metrics,           q",
    "/business/..%2fq/metrics, q",
    "/business/q,              business",
    "/,                        ''",
    "/q%zz,                    q%zz"
  })
  void theFirstSegmentIsReadInEverySpelling(String path, String first) {
    assertThat(PathSegments.first(path)).isEqualTo(first);
  }
}
