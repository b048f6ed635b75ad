package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.runtime.ApplicationLifecycleManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxEndTest {

  @TempDir Path parent;

  private final BiConsumer<Integer, Throwable> usual =
      ApplicationLifecycleManager.getDefaultExitCodeHandler();

  @AfterEach
  void restoreTheHandler() {
    ApplicationLifecycleManager.setDefaultExitCodeHandler(usual);
  }

  @Test
  void closesTheSandboxAndHandsTheExitCodeOn() {
    List<Integer> codes = new ArrayList<>();
    BiConsumer<Integer, Throwable> before = (code, cause) -> codes.add(code);
    ApplicationLifecycleManager.setDefaultExitCodeHandler(before);
    Sandbox sandbox = new Sandbox();
    SandboxEnd.arrange(sandbox, PATIENCE);

    ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(3, null);

    assertThat(codes).containsExactly(3);
    assertThat(ApplicationLifecycleManager.getDefaultExitCodeHandler()).isSameAs(before);
    assertIsClosed(sandbox);
  }

  /** A closed sandbox does not open. */
  private void assertIsClosed(Sandbox sandbox) {
    Path directory = parent.resolve("data");
    sandbox.open(
        LaunchSettings.of(name -> null, Map.of("PAYMENTS_DATA_DIR", directory.toString())));
    assertThat(directory).doesNotExist();
  }
}
