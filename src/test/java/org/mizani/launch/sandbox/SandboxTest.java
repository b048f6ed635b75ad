package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;

class SandboxTest {

  /**
   * The data directory of a first start: unpacked programs and keys, which take seconds to make.
   */
  @TempDir static Path firstStart;

  @TempDir Path path;

  @BeforeAll
  static void startOnce() {
    try (Sandbox sandbox = new Sandbox()) {
      sandbox.open(settings(firstStart, Map.of()));
    }
  }

  @Test
  void setsItsPropertiesAndRemovesThemAtItsEnd() throws Exception {
    // Given
    copyFromFirstStart("binaries", "jwt-private.pem");
    Map<String, Object> before = properties();
    Sandbox sandbox = new Sandbox();

    // When
    sandbox.open(settings(Map.of()));

    // Then
    Map<String, Object> during = properties();
    sandbox.close();
    during.keySet().removeAll(before.keySet());
    assertThat(during)
        .containsOnlyKeys(
            "DB_URL",
            "DB_USERNAME",
            "DB_PASSWORD",
            "org.mizani.sandbox",
            "quarkus.http.host",
            "payments.operator.key",
            "payments.operator.secret",
            "quarkus.shutdown.delay",
            "payments.fx.rate-max-age",
            "payments.data-dir",
            "payments.token.private-key-file",
            "payments.token.public-key-file",
            "payments.encryption.keys");
    assertThat(properties()).isEqualTo(before);
  }

  @Test
  void opensTwiceInOneProcess() throws Exception {
    copyFromFirstStart("binaries", "jwt-private.pem");
    for (int start = 1; start <= 2; start++) {
      try (Sandbox sandbox = new Sandbox()) {
        sandbox.open(settings(Map.of()));

        assertOneServer();
      }
      assertThat(LeftoverServer.of(cluster())).isEmpty();
    }
  }

  /** Eventually: the command that starts a server may outlive the start for a moment. */
  private void assertOneServer() throws Exception {
    Eventually.holds(() -> assertThat(LeftoverServer.of(cluster())).hasSize(1));
  }

  @Test
  void unpacksAHalfUnpackedDatabaseAgain() throws Exception {
    // Given
    Path library = Files.createDirectories(path.resolve("binaries/unpacked/PG-half/lib"));
    Files.createSymbolicLink(library.resolve("libicuuc.so"), Path.of("missing"));

    try (Sandbox sandbox = new Sandbox()) {
      // When
      sandbox.open(settings(Map.of()));

      // Then
      assertOneServer();
      assertThat(library).doesNotExist();
    }
  }

  @Test
  void providesNoSettingThatIsGiven() throws Exception {
    copyFromFirstStart("binaries");
    Map<String, String> given =
        Map.of(
            "JWT_PRIVATE_KEY_FILE", "/keys/private.pem",
            "PAYMENTS_ENCRYPTION_KEYS", "a:b",
            "PAYMENTS_OPERATOR_KEY", "op_mine",
            "QUARKUS_HTTP_HOST", "0.0.0.0",
            "QUARKUS_SHUTDOWN_DELAY", "5s");
    try (Sandbox sandbox = new Sandbox()) {
      sandbox.open(settings(given));

      assertThat(properties())
          .doesNotContainKeys(
              "payments.token.private-key-file",
              "payments.encryption.keys",
              "payments.operator.key",
              "payments.operator.secret",
              "quarkus.http.host",
              "quarkus.shutdown.delay");
      assertThat(path.resolve("jwt-private.pem")).doesNotExist();
    }
  }

  @Test
  void refusesAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0);
        Sandbox sandbox = new Sandbox()) {
      String port = String.valueOf(taken.getLocalPort());
      LaunchSettings settings = settings(Map.of("PAYMENTS_DATABASE_PORT", port));

      assertThatThrownBy(() -> sandbox.open(settings))
          .isInstanceOf(LaunchException.class)
          .hasMessageStartingWith("The port " + port + " of PAYMENTS_DATABASE_PORT is in use");
      assertThat(properties()).doesNotContainKey("payments.encryption.keys");
    }
  }

  @Test
  void refusesToOpenWithoutAnEmbeddedDatabase() throws Exception {
    // Given
    URL[] classPath = classPath();
    try (URLClassLoader withoutLibrary = new WithoutLibrary(classPath)) {
      Object sandbox = instance(withoutLibrary);

      // Then
      assertThatThrownBy(() -> open(withoutLibrary, sandbox))
          .hasRootCauseInstanceOf(ClassNotFoundException.class)
          .cause()
          .hasMessage("This build has no embedded database: set DB_URL.");
    }
    assertThat(properties()).doesNotContainKey("payments.encryption.keys");
  }

  private Path cluster() {
    try {
      return path.toRealPath().resolve("postgres");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void copyFromFirstStart(String... names) throws Exception {
    for (String name : names) {
      String from = firstStart.resolve(name).toString();
      Process copy = new ProcessBuilder("cp", "-a", from, path.toString()).inheritIO().start();
      assertThat(copy.waitFor()).isZero();
    }
  }

  private LaunchSettings settings(Map<String, String> environment) {
    return settings(path, environment);
  }

  private static LaunchSettings settings(Path directory, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("PAYMENTS_DATA_DIR", directory.toString());
    return LaunchSettings.of(name -> null, variables);
  }

  private static Map<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>();
    System.getProperties().forEach((name, value) -> properties.put(name.toString(), value));
    return properties;
  }

  private static URL[] classPath() throws IOException {
    String[] entries = System.getProperty("java.class.path").split(":");
    URL[] urls = new URL[entries.length];
    for (int entry = 0; entry < entries.length; entry++) {
      urls[entry] = Path.of(entries[entry]).toUri().toURL();
    }
    return urls;
  }

  private static Object instance(ClassLoader loader) throws Exception {
    var constructor = loader.loadClass(Sandbox.class.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private void open(ClassLoader loader, Object sandbox) throws Exception {
    Class<?> type = loader.loadClass(LaunchSettings.class.getName());
    var read = type.getDeclaredMethod("of", UnaryOperator.class, Map.class);
    read.setAccessible(true);
    UnaryOperator<String> none = name -> null;
    Object settings = read.invoke(null, none, Map.of("PAYMENTS_DATA_DIR", path.toString()));
    var open = sandbox.getClass().getDeclaredMethod("open", type);
    open.setAccessible(true);
    open.invoke(sandbox, settings);
  }

  /** The class path without the library of the embedded database, as in a native build. */
  private static final class WithoutLibrary extends URLClassLoader {

    WithoutLibrary(URL[] classPath) {
      super(classPath, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.zonky.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
