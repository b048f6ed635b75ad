package org.mizani.client;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Models as text: whoever logs one does not log a secret or a token. */
class ModelSecretsTest {

  private static final Path MODELS = Path.of("target/classes/org/mizani/client/model");
  private static final Set<String> SETTERS = Set.of("setAccessToken", "setApiSecret", "setSecret");
  private static final String SECRET = "sk_live_of_somebody";

  @Test
  void areNotInTheTextOfAModel() throws Exception {
    Set<String> tried = new TreeSet<>();
    for (Class<?> model : models()) {
      for (Method setter : model.getMethods()) {
        if (SETTERS.contains(setter.getName())) {
          Object made = model.getConstructor().newInstance();
          setter.invoke(made, SECRET);
          assertFalse(made.toString().contains(SECRET), () -> model + " prints its secret");
          tried.add(setter.getName());
        }
      }
    }
    assertTrue(tried.containsAll(SETTERS), () -> "only these were there: " + tried);
  }

  private static List<Class<?>> models() throws IOException {
    try (Stream<Path> files = Files.list(MODELS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.contains("$"))
          .<Class<?>>map(name -> named(name.substring(0, name.length() - ".class".length())))
          .toList();
    }
  }

  private static Class<?> named(String simpleName) {
    try {
      return Class.forName("org.mizani.client.model." + simpleName);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
