package org.mizani.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Chooses the port of the packaged service before Quarkus starts it for the tests: a free one, so
 * that two builds on one machine do not meet, and one that is known before the first test.
 */
public final class PackagedServicePort implements LauncherSessionListener {

  private static final String PORT = "quarkus.http.test-port";

  // Set by the build for the tests of what it has packaged, and only for those.
  private static final String PROFILE = "quarkus.test.integration-test-profile";

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (System.getProperty(PROFILE) != null) {
      System.setProperty(PORT, String.valueOf(freePort()));
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
