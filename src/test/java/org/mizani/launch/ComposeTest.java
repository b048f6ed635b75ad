package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;

/** Rules for {@code compose.yaml}. No engine runs it here. */
class ComposeTest {

  private static final Path FILE = Path.of("compose.yaml");
  private static final Path MAKE_KEYS = Path.of("src/main/docker/make-keys");
  private static final String KEYS = "/keys/";

  private final JsonNode compose;

  @TempDir Path directory;

  ComposeTest() throws IOException {
    ObjectMapper mapper =
        YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    compose = mapper.readTree(FILE.toFile());
  }

  @Test
  void namesOnlySettingsThatTheServiceKnows() throws IOException {
    KnownSettings known = KnownSettings.ofThisBuild();
    String page = Files.readString(Path.of("docs/settings.md"));

    assertThat(settings("payments"))
        .containsEntry("PAYMENTS_ENVIRONMENT", "test")
        .containsKey("DB_URL")
        .allSatisfy(
            (name, value) ->
                assertThat(KnownSettings.isOurs(name) ? known.contains(name) : page.contains(name))
                    .as(name)
                    .isTrue());
  }

  @Test
  void secretsAreFilesThatAreMadeAtTheFirstStart() throws Exception {
    makeKeys();
    byte[] first = Files.readAllBytes(directory.resolve("operator-secret"));

    makeKeys();

    assertThat(Files.readAllBytes(directory.resolve("operator-secret"))).isEqualTo(first);
    for (String service : List.of("database", "payments")) {
      assertThat(settings(service))
          .allSatisfy(
              (name, value) -> {
                if (name.endsWith("_FILE")) {
                  assertThat(value).startsWith(KEYS);
                  assertThat(directory.resolve(value.substring(KEYS.length()))).isNotEmptyFile();
                } else {
                  assertThat(name).doesNotContain("PASSWORD", "SECRET", "ENCRYPTION");
                }
              });
    }
    assertThat(settings("database").get("POSTGRES_PASSWORD_FILE"))
        .isEqualTo(settings("payments").get("DB_PASSWORD_FILE"));
    assertThat(Files.readString(directory.resolve("encryption"))).matches("\\w+:[\\w+/]{43}=\n");
    assertThat(Files.getPosixFilePermissions(directory.resolve("private.pem"))).hasSize(2);
  }

  @Test
  void imagesHaveAFixedVersionOrAreBuiltFromADockerfile() {
    for (JsonNode service : compose.get("services")) {
      if (service.has("build")) {
        assertThat(Path.of(service.at("/build/dockerfile").asText())).isRegularFile();
      } else {
        assertThat(service.get("image").asText()).matches("[a-z]+:\\d+(\\.\\d+)+[-\\w]*");
      }
    }
  }

  @Test
  void theServiceStartsAfterItsKeysAndItsHealthyDatabase() {
    assertThat(service("payments").at("/depends_on/keys/condition").asText())
        .isEqualTo("service_completed_successfully");
    assertThat(service("payments").at("/depends_on/database/condition").asText())
        .isEqualTo("service_healthy");
    assertThat(service("payments").at("/healthcheck/test").toString())
        .contains("/q/health/ready", "$$status");
    assertThat(service("database").at("/healthcheck/test").toString()).contains("pg_isready");
  }

  @Test
  void itIsReachedFromThisMachineAlone() {
    assertThat(texts(service("payments").get("ports")))
        .isNotEmpty()
        .allMatch(port -> port.startsWith("127.0.0.1:"));
    assertThat(service("database").has("ports")).isFalse();
  }

  @Test
  void eachMountIsAFileOfTheProjectOrANamedVolume() {
    List<String> volumes = names(compose.get("volumes"));
    for (JsonNode service : compose.get("services")) {
      assertThat(texts(service.get("volumes")))
          .isNotEmpty()
          .map(mount -> mount.split(":")[0])
          .allMatch(source -> volumes.contains(source) || Files.isRegularFile(Path.of(source)));
    }
    assertThat(volumes).containsExactly("keys", "database");
  }

  private void makeKeys() throws Exception {
    Process process =
        new ProcessBuilder("sh", MAKE_KEYS.toString(), directory.toString()).inheritIO().start();
    assertThat(process.waitFor(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private JsonNode service(String name) {
    return compose.get("services").get(name);
  }

  private Map<String, String> settings(String service) {
    Map<String, String> settings = new TreeMap<>();
    service(service)
        .get("environment")
        .properties()
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asText()));
    return settings;
  }

  private static List<String> names(JsonNode node) {
    Iterator<String> names = node.fieldNames();
    return Stream.generate(names::next).limit(node.size()).toList();
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }
}
