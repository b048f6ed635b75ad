package org.mizani.support;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Function;

/**
 * Stub of an interface with more methods than a test calls. A call of another method fails, so that
 * a test sees what it has not foreseen.
 */
public final class Stub {

  private Stub() {}

  /**
   * A stub that answers methods by their names, with any parameters. Without an answer a method
   * that returns an object of this type returns the stub.
   */
  public static <T> T of(Class<T> type, Map<String, Function<Object[], Object>> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (stub, method, arguments) -> {
              Object answer = answer(method, arguments, answers);
              return answer == null && method.getReturnType() == type ? stub : answer;
            }));
  }

  private static Object answer(
      Method method, Object[] arguments, Map<String, Function<Object[], Object>> answers) {
    if (method.getName().equals("toString")) {
      return "Stub";
    }
    Function<Object[], Object> known = answers.get(method.getName());
    if (known == null) {
      throw new AssertionError("no call of " + method + " was foreseen");
    }
    return known.apply(arguments);
  }
}
