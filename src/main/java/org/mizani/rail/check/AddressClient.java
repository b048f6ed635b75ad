package org.mizani.rail.check;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.rail.RailSettings;
import org.mizani.rail.http.NetworkAnswer;
import org.mizani.rail.http.NetworkClients;

/**
 * Client of an address, with the limits of a rail. Its calls fail if there is no answer in time.
 */
final class AddressClient {

  private static final String NOTHING = "{}";

  private final URI base;
  private final RailSettings.Rail settings;
  private final Duration timeout;

  AddressClient(URI base, RailSettings.Rail settings, Duration timeout) {
    this.base = base;
    this.settings = settings;
    this.timeout = timeout;
  }

  /** The time that the answer at the address has, of whatever status, or empty if it has none. */
  Uni<Optional<Instant>> time() {
    return call(AddressApi::get).map(AddressClient::timeOf);
  }

  /** The status of the answer to a callback about nothing. */
  Uni<Integer> callBack(String rail, String secret) {
    return call(api -> api.callBack(rail, secret, NOTHING))
        .map(NetworkAnswer::of)
        .map(NetworkAnswer::status);
  }

  private Uni<Response> call(Function<AddressApi, Uni<Response>> call) {
    return Uni.createFrom()
        .deferred(() -> call.apply(NetworkClients.build(AddressApi.class, base, settings)))
        .ifNoItem()
        .after(timeout)
        .fail();
  }

  private static Optional<Instant> timeOf(Response answer) {
    try (answer) {
      return Optional.ofNullable(answer.getHeaderString(HttpHeaders.DATE))
          .flatMap(AddressClient::instant);
    }
  }

  private static Optional<Instant> instant(String date) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
