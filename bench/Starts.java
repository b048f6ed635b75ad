import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts each leg of {@code bench/start} in turn, several rounds long, and prints a table of what
 * that took. The first start of each leg is not measured: it migrates, and fills the page cache.
 *
 * <p>Arguments: the directory with the file {@code legs}, a free port, rounds, seconds until idle.
 */
public final class Starts {

  private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int STOP_LIMIT_SECONDS = 30;
  private static final byte[] QUESTION =
      "GET /q/health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);
  private static final byte[] YES = "HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII);

  private final Path directory;
  private final int port;
  private final int idleSeconds;

  private Starts(Path directory, int port, int idleSeconds) {
    this.directory = directory;
    this.port = port;
    this.idleSeconds = idleSeconds;
  }

  private record Leg(String name, String migrates, List<String> command) {}

  private record Start(long microseconds, long readyKilobytes, long idleKilobytes) {}

  public static void main(String... arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    int rounds = Integer.parseInt(arguments[2]);
    Starts starts =
        new Starts(directory, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[3]));
    Map<Leg, List<Start>> measured = new LinkedHashMap<>();
    for (Leg leg : starts.legs()) {
      starts.start(leg, 0);
      measured.put(leg, new ArrayList<>());
    }
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("bench: round %d of %d%n", round, rounds);
      for (Map.Entry<Leg, List<Start>> leg : measured.entrySet()) {
        leg.getValue().add(starts.start(leg.getKey(), starts.idleSeconds));
      }
    }
    System.out.printf(
        "%-20s %10s %10s %10s %14s %14s%n",
        "leg", "median ms", "min ms", "max ms", "RSS ready MiB", "RSS idle MiB");
    measured.forEach(Starts::print);
  }

  private List<Leg> legs() throws IOException {
    List<Leg> legs = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("legs"))) {
      String[] columns = line.split("\t");
      List<String> command = new ArrayList<>(Arrays.asList(columns[2].trim().split(" +")));
      int place = command.indexOf("@");
      command.remove(place);
      command.addAll(
          place,
          List.of(
              "-Dquarkus.http.host=127.0.0.1",
              "-Dquarkus.http.port=" + port,
              "-Dquarkus.shutdown.delay=0s"));
      legs.add(new Leg(columns[0], columns[1], command));
    }
    return legs;
  }

  private Start start(Leg leg, int idle) throws Exception {
    Path log = directory.resolve("service.log");
    ProcessBuilder builder =
        new ProcessBuilder(leg.command()).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("PAYMENTS_MIGRATE_AT_START", leg.migrates());
    long begin = System.nanoTime();
    Process process = builder.start();
    try {
      while (!ready()) {
        if (!process.isAlive() || System.nanoTime() - begin > START_LIMIT_NANOS) {
          throw new IllegalStateException(leg + " does not get ready: " + Files.readString(log));
        }
        Thread.sleep(1);
      }
      long microseconds = (System.nanoTime() - begin) / 1_000;
      long readyKilobytes = resident(process);
      TimeUnit.SECONDS.sleep(idle);
      return new Start(microseconds, readyKilobytes, resident(process));
    } finally {
      process.destroy();
      if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  private boolean ready() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(5_000);
      socket.getOutputStream().write(QUESTION);
      InputStream answer = socket.getInputStream();
      return Arrays.equals(answer.readNBytes(YES.length), YES);
    } catch (IOException e) {
      return false;
    }
  }

  private static long resident(Process process) throws IOException {
    return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private static void print(Leg leg, List<Start> starts) {
    System.out.printf(
        "%-20s %10.1f %10.1f %10.1f %14.1f %14.1f%n",
        leg.name(),
        median(starts.stream().mapToLong(Start::microseconds).toArray()) / 1e3,
        starts.stream().mapToLong(Start::microseconds).min().orElseThrow() / 1e3,
        starts.stream().mapToLong(Start::microseconds).max().orElseThrow() / 1e3,
        median(starts.stream().mapToLong(Start::readyKilobytes).toArray()) / 1024,
        median(starts.stream().mapToLong(Start::idleKilobytes).toArray()) / 1024);
  }

  private static double median(long[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
  }
}
