package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.TestDatabase;

/** Mapping of a query's columns to the components of a record. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ProjectionApiTest {

  private static final Projection<Thing> THINGS = Projection.into(Thing.class);

  @Inject Database database;

  private record Thing(
      String someName,
      long amountMinor,
      Long mayBeNull,
      int count,
      boolean flagged,
      UUID id,
      Instant createdAt,
      CurrencyUnit currency) {}

  @Test
  void aComponentHasTheValueOfItsColumn() {
    UUID id = UUID.randomUUID();

    assertThat(read("'x'", "9000000000::bigint", "NULL::bigint", "'kes'", id))
        .containsExactly(
            new Thing(
                "x",
                9_000_000_000L,
                null,
                7,
                true,
                id,
                Instant.parse("2026-11-01T10:00:00.123456Z"),
                CurrencyUnit.KES));
    assertThat(read("NULL::text", "1::bigint", "2::bigint", "NULL::text", id))
        .containsExactly(
            new Thing(
                null, 1, 2L, 7, true, id, Instant.parse("2026-11-01T10:00:00.123456Z"), null));
  }

  @Test
  void aRowThatDoesNotFitTheRecordFails() {
    UUID id = UUID.randomUUID();

    assertThatThrownBy(() -> read("'x'", "NULL::bigint", "1::bigint", "'KES'", id))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not fit");
    assertThatThrownBy(() -> read("'x'", "1::bigint", "1::bigint", "'XXX'", id))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("XXX is no CurrencyUnit");
  }

  private List<Thing> read(
      String someName, String amountMinor, String mayBeNull, String currency, UUID id) {
    return database
        .list(
            """
            SELECT %s AS some_name, %s AS amount_minor, %s AS may_be_null, 7 AS count,
                   true AS flagged, $1::uuid AS id,
                   '2026-11-01T10:00:00.123456Z'::timestamptz AS created_at, %s AS currency
            """
                .formatted(someName, amountMinor, mayBeNull, currency),
            Tuple.of(id),
            THINGS)
        .await()
        .indefinitely();
  }
}
