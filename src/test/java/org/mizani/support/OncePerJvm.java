package org.mizani.support;

import java.lang.reflect.InvocationTargetException;

/**
 * What the tests of a JVM have once. Quarkus loads the classes of tests anew for each start of the
 * service; static fields that all of them share are those of the first loader's class.
 */
final class OncePerJvm {

  private OncePerJvm() {}

  /** What a public static method without arguments of the first loader's class answers. */
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
