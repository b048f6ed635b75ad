package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class BatchColumnsTest {

  @Test
  void keepsMissingValuesAtTheirPositions() {
    BatchColumns<BigDecimal> columns =
        new BatchColumns<BigDecimal>()
            .numeric("rate", Function.identity())
            .bigint("minor", rate -> rate == null ? null : rate.longValue());

    Tuple parameters = columns.parameters(Arrays.asList(null, BigDecimal.TEN), "further");

    assertThat((Object[]) parameters.getValue(0)).containsExactly(null, Numeric.create(10));
    assertThat((Object[]) parameters.getValue(1)).containsExactly(null, 10L);
    assertThat(parameters.getString(2)).isEqualTo("further");
  }
}
