package org.mizani.launch;

import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.vertx.http.HttpServer;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.mizani.launch.sandbox.Sandbox;

/**
 * Greeting of the sandbox on the console: addresses, the demo key and a first command. Quarkus runs
 * it once the service listens; a {@code StartupEvent} would come before that.
 */
@ApplicationScoped
class Greeting implements QuarkusApplication {

  private final HttpServer server;
  private final String directory;

  Greeting(
      HttpServer server,
      @ConfigProperty(name = Sandbox.DIRECTORY_PROPERTY, defaultValue = "data") String directory) {
    this.server = server;
    this.directory = directory;
  }

  /** Greets, then waits until the process is told to stop. */
  @Override
  public int run(String... arguments) {
    // After a live reload the server knows no port, and its user has seen the greeting.
    if (server.getPort() > 0) {
      // Not a log line: a log's prefixes would be copied with the command.
      System.out.print(text(server.getLocalBaseUri(), directory));
    }
    Quarkus.waitForExit();
    return ApplicationLifecycleManager.getExitCode();
  }

  static String text(URI base, String directory) {
    String address = base.toString().replaceAll("/$", "");
    return """

    Business payments, sandbox: %1$s
      data   %2$s
      key    pk_test_demo    secret  sk_test_demo
      try    %1$s/q/swagger-ui
      watch  %1$s/console    key  op_test_demo    secret  os_test_demo
      or     curl -s %1$s/business/auth -H 'Content-Type: application/json' \
    -d '{"apiKey":"pk_test_demo","apiSecret":"sk_test_demo"}'

    """
        .formatted(address, directory);
  }
}
