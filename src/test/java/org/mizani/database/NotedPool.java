package org.mizani.database;

import io.vertx.mutiny.sqlclient.Pool;
import java.lang.reflect.Proxy;
import java.util.List;

/** Pool that notes the statements that it runs, and all else that it is asked for. */
public final class NotedPool {

  private NotedPool() {}

  /** This pool, which adds to these notes. */
  public static Pool of(Pool pool, List<String> notes) {
    io.vertx.sqlclient.Pool real = pool.getDelegate();
    return Pool.newInstance(
        (io.vertx.sqlclient.Pool)
            Proxy.newProxyInstance(
                io.vertx.sqlclient.Pool.class.getClassLoader(),
                new Class<?>[] {io.vertx.sqlclient.Pool.class},
                (self, method, arguments) -> {
                  notes.add(
                      method.getName().equals("preparedQuery")
                          ? (String) arguments[0]
                          : method.getName());
                  return method.invoke(real, arguments);
                }));
  }
}
