package org.mizani.fx.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.ServiceProcess;

/** Start with invalid settings of the rate refresh, which the service refuses. */
class RefusedRefreshIT {

  @TempDir Path directory;

  @Test
  void doesNotStartWithAnInvalidPair() {
    // When
    try (ServiceProcess refused =
        ServiceProcess.in(directory)
            .sandbox()
            .environment("PAYMENTS_FX_REFRESH_URL", "https://rates.example/latest?key=abc")
            .environment("PAYMENTS_FX_REFRESH_PAIRS", "USD-KES=/rates/KES")
            .start()) {

      // Then
      assertThat(refused.awaitExit()).isEqualTo(1);
      assertThat(refused.log())
          .contains(
              "PAYMENTS_FX_REFRESH_PAIRS: \"USD-KES=/rates/KES\" is not like USD_KES=/rates/KES.")
          .doesNotContain("Listening on", "key=abc");
    }
  }
}
