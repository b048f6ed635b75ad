package org.mizani.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.encryption.FieldEncryption;

class ListFilterTest {

  private static final ListFilter.Kind KIND =
      new ListFilter.Kind("operator/test", "open, done", Optional::of);

  private final CursorCodec codec =
      new CursorCodec(new FieldEncryption(Map.of("test", new byte[32])));

  @Test
  void blankParametersFilterLikeAbsentOnes() {
    ListFilter absent =
        new ListFilter.Query(null, null, null, null, null, null)
            .parse(KIND, PaymentSearch.ALL, codec);

    ListFilter blank =
        new ListFilter.Query("", " ", " ", "", null, " ").parse(KIND, PaymentSearch.ALL, codec);

    assertThat(blank).isEqualTo(absent);
    assertThat(blank.status()).isEmpty();
    assertThat(blank.olderThan()).isEmpty();
  }

  @Test
  void cursorsOfOneFilterAreOfAnotherList() {
    ListFilter hour =
        new ListFilter.Query("open", null, "PT1H", "true", "5", null)
            .parse(KIND, PaymentSearch.ALL, codec);
    ListFilter day =
        new ListFilter.Query("open", null, "P1D", "true", "5", null)
            .parse(KIND, PaymentSearch.ALL, codec);

    assertThat(hour.olderThan()).contains(Duration.ofHours(1));
    assertThat(hour.list()).isNotEqualTo(day.list());
  }
}
