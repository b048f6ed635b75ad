package org.mizani.support;

import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Gives each JVM of the tests an index of the test classes of its own. Quarkus keeps it in one file
 * beside the classes, which each JVM writes when it begins, reads at each start of the service and
 * removes at its end: JVMs that test side by side meet it half written ("Not a jandex index") or
 * gone. The name of that file is a constant of one class of Quarkus, and becomes another one of the
 * same length here.
 */
public final class OwnTestIndex implements LauncherSessionListener, ClassFileTransformer {

  private static final String INDEXER = "io/quarkus/test/common/TestClassIndexer";
  private static final String SHARED = "test-classes.idx";
  private static final String OWN =
      "own-%08d.idx".formatted(ProcessHandle.current().pid() % 100_000_000);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    ByteBuddyAgent.install().addTransformer(this);
  }

  /** Ends the JVM if the class does not know the name any more, as after an upgrade. */
  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
    if (!INDEXER.equals(name)) {
      return null;
    }
    // ISO 8859-1 makes one character of each byte.
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!text.contains(SHARED)) {
      System.err.println("The index of the test classes has another name now: see OwnTestIndex");
      Runtime.getRuntime().halt(1);
    }
    return text.replace(SHARED, OWN).getBytes(StandardCharsets.ISO_8859_1);
  }
}
