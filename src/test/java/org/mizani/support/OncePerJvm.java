package org.mizani.support;

import java.lang.reflect.InvocationTargetException;

/**
 * Values that exist once in a JVM of tests. Quarkus loads the test classes anew for each start of
 * the service; the static fields that all starts share are those of the system loader's class.
 */
final class OncePerJvm {

  private OncePerJvm() {}

  /** The result of a public static method without arguments of the system loader's class. */
  static Object of(Class<?> type, String method) {
    try {
      return Class.forName(type.getName(), true, ClassLoader.getSystemClassLoader())
          .getMethod(method)
          .invoke(null);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
