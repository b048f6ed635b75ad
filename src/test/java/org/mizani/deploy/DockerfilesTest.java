package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.deploy.Dockerfile.Instruction;

/**
 * Rules for Dockerfiles: those of hadolint that apply here, and the project's own. No engine builds
 * images here.
 */
@ParameterizedClass
@MethodSource("org.mizani.deploy.Dockerfile#all")
class DockerfilesTest {

  private final Dockerfile file;

  DockerfilesTest(Dockerfile file) {
    this.file = file;
  }

  @Test
  void runsAsANumericUserThatIsNotRoot() {
    // A pod's runAsNonRoot cannot tell from a name whether it is root.
    List<Instruction> users = file.all("USER");
    Instruction last = users.get(users.size() - 1);
    assertThat(last.arguments()).matches("[1-9][0-9]*");
    assertThat(file.instructions())
        .extracting(Instruction::keyword)
        .filteredOn(keyword -> List.of("COPY", "RUN", "USER").contains(keyword))
        .last()
        .isEqualTo("USER");
  }

  @Test
  void hasABaseOfAFixedVersion() {
    assertThat(file.only("FROM").arguments()).matches("[a-z0-9.-]+/[a-z0-9/-]+:[0-9]+(\\.[0-9]+)+");
  }

  @Test
  void addsOnlyFilesOfTheBuildToItsBase() throws IOException {
    DockerIgnore ignore = DockerIgnore.read();
    assertThat(file.all("RUN"))
        .hasSize(file.name().equals("Dockerfile.jvm") ? 1 : 0)
        .allMatch(Instruction::isExecForm)
        .extracting(Instruction::arguments)
        .allMatch(command -> command.contains("\"-Dquarkus.appcds.generate=true\""));
    assertThat(file.all("ADD")).isEmpty();
    assertThat(file.sources())
        .isNotEmpty()
        .allSatisfy(source -> assertThat(source).startsWith("target/"))
        .allSatisfy(source -> assertThat(ignore.admits(source.replace("*", "any"))).isTrue());
  }

  @Test
  void copiesToAbsolutePaths() {
    assertThat(file.only("WORKDIR").arguments()).startsWith("/");
    assertThat(file.all("COPY"))
        .extracting(copy -> copy.words().get(copy.words().size() - 1))
        .allSatisfy(target -> assertThat(target).startsWith("/"));
  }

  @Test
  void entryPointGetsSignalsAndArguments() {
    assertThat(file.only("ENTRYPOINT").isExecForm()).isTrue();
    assertThat(file.all("CMD")).isEmpty();
  }

  @Test
  void hasHealthCheckPortsAndLabels() {
    assertThat(file.only("HEALTHCHECK").arguments())
        .contains("--interval=", "--timeout=", "--start-period=", "CMD [\"", "/q/health/live");
    assertThat(file.only("EXPOSE").words()).containsExactly("8080", "8081", "9000");
    assertThat(file.only("LABEL").arguments())
        .contains("org.opencontainers.image.title=", "org.opencontainers.image.licenses=");
  }

  @Test
  void hasNoSettings() {
    // Least of all secrets: each holder of an image could read them.
    assertThat(file.all("ENV")).isEmpty();
    assertThat(file.all("ARG")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data/jwt-private.pem",
        ".git/config",
        "pom.xml",
        "src/main/resources/application.properties",
        "target/classes/application.properties",
        "target/quarkus-app/quarkus-app-dependencies.txt"
      })
  void sendsNoOtherFileToTheBuilder(String path) throws IOException {
    assertThat(DockerIgnore.read().admits(path)).isFalse();
  }
}
