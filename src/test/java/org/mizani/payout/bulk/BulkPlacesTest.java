package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.support.Defaults;
import org.mizani.support.Stub;

class BulkPlacesTest {

  private static final long ONE = 1;
  private static final long OTHER = 2;
  private static final long THIRD = 3;

  private final BulkPlaces places = new BulkPlaces(Defaults.of(BulkConfig.class));

  @Test
  void aBusinessHasHalfOfThePlaces() {
    places.take(new Exchange().context, ONE);
    places.take(new Exchange().context, ONE);

    assertNoPlace(ONE);
    places.take(new Exchange().context, OTHER);
    places.take(new Exchange().context, OTHER);
    assertNoPlace(THIRD);
  }

  @Test
  void anExchangeThatEndsLeavesItsPlaceOnce() {
    Exchange first = new Exchange();
    places.take(first.context, ONE);
    places.take(new Exchange().context, ONE);

    first.end();
    first.end();

    places.take(new Exchange().context, ONE);
    assertNoPlace(ONE);
  }

  /** Its handlers are called no more. */
  @Test
  void anExchangeThatHasEndedBeforeKeepsNoPlace() {
    for (int i = 0; i < 10; i++) {
      Exchange brokenOff = new Exchange();
      brokenOff.ended = true;
      places.take(brokenOff.context, ONE);
    }

    places.take(new Exchange().context, ONE);
  }

  @Test
  void workKeepsThePlaceOfAnExchangeThatEnds() {
    Exchange first = new Exchange();
    places.take(first.context, ONE);
    places.take(new Exchange().context, ONE);
    List<UniEmitter<? super String>> running = new ArrayList<>();
    keep(first, Uni.createFrom().emitter(running::add));

    first.end();
    first.end();

    assertNoPlace(ONE);
    running.get(0).complete("done");
    places.take(new Exchange().context, ONE);
    assertNoPlace(ONE);
  }

  @Test
  void workOfAnExchangeThatHasEndedDoesNotBegin() {
    Exchange first = new Exchange();
    places.take(first.context, ONE);
    first.end();

    keep(first, Uni.createFrom().item("done")).assertFailedWith(ApiException.class);

    places.take(new Exchange().context, ONE);
    places.take(new Exchange().context, ONE);
    assertNoPlace(ONE);
  }

  @Test
  void workWithoutAPlaceTakesOne() {
    Exchange first = new Exchange();
    places.take(new Exchange().context, ONE);

    keep(first, Uni.createFrom().item("done")).assertItem("done");

    assertNoPlace(ONE);
    first.end();
    places.take(new Exchange().context, ONE);
  }

  private UniAssertSubscriber<String> keep(Exchange exchange, Uni<String> work) {
    return places
        .keep(exchange.context, ONE, () -> work)
        .subscribe()
        .withSubscriber(UniAssertSubscriber.create());
  }

  private void assertNoPlace(long business) {
    assertThatThrownBy(() -> places.take(new Exchange().context, business))
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.fault().status()).isEqualTo(503));
  }

  private static final class Exchange {

    private final Map<Object, Object> values = new HashMap<>();
    private final List<Handler<AsyncResult<Void>>> atEnd = new ArrayList<>();
    private boolean ended;

    private final HttpServerResponse response =
        Stub.of(HttpServerResponse.class, Map.of("closed", none -> ended, "ended", none -> false));

    private final RoutingContext context =
        Stub.of(
            RoutingContext.class,
            Map.of(
                "get",
                key -> values.get(key[0]),
                "put",
                this::put,
                "addEndHandler",
                this::addEndHandler,
                "response",
                none -> response));

    private Object put(Object[] entry) {
      values.put(entry[0], entry[1]);
      return null;
    }

    @SuppressWarnings("unchecked")
    private Object addEndHandler(Object[] handler) {
      atEnd.add((Handler<AsyncResult<Void>>) handler[0]);
      return atEnd.size();
    }

    private void end() {
      atEnd.forEach(handler -> handler.handle(Future.succeededFuture()));
    }
  }
}
