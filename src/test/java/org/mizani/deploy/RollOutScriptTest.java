package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code k8s/roll-out}, with a {@code kubectl} that only records its arguments. */
class RollOutScriptTest {

  private static final String KUBECTL =
      """
      #!/usr/bin/env bash
      echo "$*" >> "$CALLS"
      case "$*" in
        "kustomize "*) printf 'kind: Namespace\\nmetadata:\\n  name: payments-here\\n---\\n' ;;
        *"wait $FAILS"*) exit 1 ;;
      esac
      """;
  private static final String COMPONENT = "app.kubernetes.io/component";

  @TempDir Path directory;

  @BeforeEach
  void writeStandIn() throws IOException {
    Path kubectl = Files.writeString(directory.resolve("kubectl"), KUBECTL);
    Files.setPosixFilePermissions(kubectl, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void migratesBeforeItRollsOut() throws Exception {
    assertThat(rollOut("nothing")).isZero();
    assertThat(calls())
        .filteredOn(call -> call.matches(".*(apply|delete|wait|rollout) .*"))
        .allMatch(call -> call.startsWith("--namespace payments-here --context=here "))
        .extracting(call -> call.replaceFirst(".* --context=here ", ""))
        .extracting(call -> call.replaceAll(" --(timeout|kustomize)[= ]\\S+", ""))
        .containsExactly(
            "apply --selector " + COMPONENT + " notin (service,migration)",
            "wait --for=condition=Ready externalsecret --all",
            "wait --for=condition=Ready certificate.cert-manager.io/payments-operator",
            "wait --for=condition=Ready cluster.postgresql.cnpg.io/payments-db",
            "delete job/payments-migration --ignore-not-found",
            "apply --selector " + COMPONENT + "=migration",
            "wait --for=condition=Complete job/payments-migration",
            "apply --selector " + COMPONENT + "=service",
            "rollout status deployment/payments");
  }

  @Test
  void rollsOutNoServiceWithoutItsSchema() throws Exception {
    assertThat(rollOut("--for=condition=Complete")).isEqualTo(1);
    assertThat(calls())
        .anyMatch(call -> call.contains("logs job/payments-migration"))
        .noneMatch(call -> call.contains(COMPONENT + "=service"));
  }

  private int rollOut(String failing) throws Exception {
    ProcessBuilder script =
        new ProcessBuilder("k8s/roll-out", "k8s/overlays/test", "--context=here");
    script.environment().merge("PATH", directory.toString(), (path, mine) -> mine + ":" + path);
    script.environment().put("CALLS", directory.resolve("calls").toString());
    script.environment().put("FAILS", failing);
    Process process = script.redirectErrorStream(true).start();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(directory.resolve("calls"));
  }
}
