package org.mizani.repeat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;

/** Repeated requests of a pod of a test, which answers one request that did not come by HTTP. */
public final class PodRepeats {

  private PodRepeats() {}

  /** Those of a request with this key, if it has one. */
  public static RepeatedRequests of(
      Database database, FieldEncryption encryption, Optional<String> key) {
    return new RepeatedRequests(new RecordedKeys(database, encryption), exchange(key));
  }

  private static RoutingContext exchange(Optional<String> key) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    key.ifPresent(text -> headers.add(RequestKey.HEADER, text));
    HttpServerRequest request = answering(HttpServerRequest.class, Map.of("headers", headers));
    HttpServerResponse response = answering(HttpServerResponse.class, Map.of());
    return answering(
        RoutingContext.class,
        Map.of("request", request, "response", response, "get", new byte[32]));
  }

  /** An object whose methods of these names answer these values, and all others null. */
  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answers.get(method.getName())));
  }
}
