package org.mizani.rail.kit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.mizani.support.Eventually;
import org.mizani.support.ReadinessProxy;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/** Pods of the packaged service on one database, behind a proxy for the network's callbacks. */
final class KitPods implements AutoCloseable {

  private final List<ServiceProcess> pods = new CopyOnWriteArrayList<>();
  private final Path directory;
  private final EmbeddedPostgres database;
  private final ReadinessProxy proxy;
  private final Map<String, String> secrets;
  private final Map<String, String> settings;

  KitPods(
      Path directory,
      EmbeddedPostgres database,
      ReadinessProxy proxy,
      Map<String, String> settings) {
    this.directory = directory;
    this.database = database;
    this.proxy = proxy;
    this.secrets = TestSecrets.write(directory);
    this.settings = settings;
  }

  /** Starts this many pods, and waits until all are ready. */
  void start(int count) {
    for (int number = 0; number < count; number++) {
      pods.add(start());
    }
    pods.forEach(ServiceProcess::awaitReady);
    pods.forEach(proxy::add);
  }

  /** Returns the pod of this number, or the one that has replaced it. */
  ServiceProcess pod(int number) {
    return pods.get(Math.floorMod(number, pods.size()));
  }

  /**
   * Kills a pod, and returns once another in its place is ready. Until then its number leads to the
   * next pod, as any program may listen at the port of the dead one.
   *
   * @param killed runs as soon as the pod is dead
   */
  void kill(int number, Runnable killed) {
    int place = Math.floorMod(number, pods.size());
    ServiceProcess old = pods.set(place, pod(number + 1));
    old.kill();
    killed.run();
    proxy.remove(old);
    ServiceProcess next = start();
    pods.set(place, next.awaitReady());
    proxy.add(next);
  }

  /**
   * Freezes a pod until the claim holds. Then it goes on with the work that it had begun.
   *
   * @param frozen runs as soon as the pod stands still
   */
  void freeze(int number, Runnable frozen, Eventually.Claim until) throws Exception {
    ServiceProcess pod = pod(number);
    signal(pod, "STOP");
    frozen.run();
    try {
      Eventually.holds(until);
    } finally {
      signal(pod, "CONT");
    }
  }

  private static void signal(ServiceProcess pod, String name)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pod.pid())).start().waitFor();
  }

  private ServiceProcess start() {
    ServiceProcess.Setup setup =
        ServiceProcess.in(directory)
            .database(database)
            .secrets(secrets)
            .operator()
            // Pods live for seconds. A native executable ignores this variable.
            .environment("JAVA_TOOL_OPTIONS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
            .option("-Xmx256m");
    settings.forEach(setup::property);
    return setup.start();
  }

  @Override
  public void close() {
    List<Throwable> failures = new ArrayList<>();
    for (ServiceProcess pod : pods) {
      try {
        pod.close();
      } catch (AssertionError e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("pods that do not end", failures.get(0));
    }
  }
}
