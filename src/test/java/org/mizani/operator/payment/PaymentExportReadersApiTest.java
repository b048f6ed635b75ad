package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.database.replica.WalPosition;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PaymentSearch;
import org.mizani.support.QuickProfile;
import org.mizani.support.Stub;
import org.mizani.support.TestDatabase;

/** Readers of exports: how many there may be, how long one may take, and what its pages miss. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class PaymentExportReadersApiTest {

  private static final ListFilter ALL =
      new ListFilter(
          "operator/payouts",
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          PaymentSearch.ALL,
          Optional.empty(),
          1);
  private static final Page<Map<String, String>> LAST =
      new Page<>(List.of(), Optional.empty(), WalPosition.ANY);

  @Inject AuditLog audit;
  @Inject CursorCodec cursors;
  @Inject ObjectMapper mapper;

  private final List<Object> written = new CopyOnWriteArrayList<>();
  private final AtomicInteger resets = new AtomicInteger();
  private Future<Void> taken = Future.succeededFuture();
  private PaymentExports exports;

  /** Two exports at once, of three payments each, in pages of one. */
  private record Settings(int most, int page, int open, Duration readerTimeout)
      implements ExportConfig {}

  @BeforeEach
  void createExports() {
    exports =
        new PaymentExports(audit, cursors, mapper, new Settings(3, 1, 2, Duration.ofSeconds(1)));
  }

  @Test
  void noPageLagsBehindTheFirst() {
    List<WalPosition> since = new ArrayList<>();

    export(
            "reader",
            filter -> {
              since.add(filter.since());
              return Uni.createFrom()
                  .item(
                      new Page<>(
                          List.of(Map.of("id", "1")),
                          Optional.of(Cursor.of(Instant.EPOCH, new UUID(0, 1))),
                          new WalPosition(70 + since.size())));
            })
        .await()
        .atMost(PATIENCE);

    assertThat(since).containsExactly(WalPosition.ANY, new WalPosition(71), new WalPosition(71));
  }

  @Test
  void anOperatorReadsOneExportAndAPodHasTwo() {
    UniAssertSubscriber<Void> first = begun("first");
    assertRefused("first", 429);
    UniAssertSubscriber<Void> second = begun("second");
    assertRefused("third", 503);

    first.cancel();
    second.cancel();

    export("first", filter -> Uni.createFrom().item(LAST)).await().atMost(PATIENCE);
    assertThat(written).hasSize(1);
  }

  @Test
  void aReaderThatTakesNoPieceIsCutOff() {
    taken = Promise.<Void>promise().future();

    export("stalled", filter -> Uni.createFrom().item(LAST)).await().atMost(PATIENCE);

    assertThat(resets).hasValue(1);
    taken = Future.succeededFuture();
    export("stalled", filter -> Uni.createFrom().item(LAST)).await().atMost(PATIENCE);
    assertThat(resets).hasValue(1);
  }

  private void assertRefused(String operator, int status) {
    assertThatThrownBy(
            () -> export(operator, filter -> Uni.createFrom().item(LAST)).await().atMost(PATIENCE))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.fault().status()).isEqualTo(status));
  }

  /** An export whose first page is being read. */
  private UniAssertSubscriber<Void> begun(String operator) {
    return export(operator, filter -> Uni.createFrom().nothing())
        .subscribe()
        .withSubscriber(UniAssertSubscriber.create());
  }

  private Uni<Void> export(
      String operator, Function<ListFilter, Uni<Page<Map<String, String>>>> read) {
    return exports.write(
        exchange(),
        new Actor(operator, "request-7"),
        new PaymentExports.Kind<>("payout.export", List.of("id"), read),
        ALL,
        null);
  }

  private RoutingContext exchange() {
    HttpServerResponse response =
        Stub.of(
            HttpServerResponse.class,
            Map.of(
                "headWritten", nothing -> !written.isEmpty(),
                "setChunked", chunked -> null,
                "putHeader", header -> null,
                "write", piece -> write(piece[0]),
                "reset", nothing -> resets.incrementAndGet() > 0));
    HttpServerRequest request =
        Stub.of(HttpServerRequest.class, Map.of("getHeader", name -> "request-7"));
    return Stub.of(
        RoutingContext.class,
        Map.of(
            "response", nothing -> response,
            "request", nothing -> request,
            "queryParams", nothing -> MultiMap.caseInsensitiveMultiMap()));
  }

  private Future<Void> write(Object piece) {
    written.add(piece);
    return taken;
  }
}
