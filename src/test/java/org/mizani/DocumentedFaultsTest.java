package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.ContractDocument.members;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BulkFault;
import org.mizani.fault.FaultBody;
import org.mizani.fault.KeyFault;
import org.mizani.fault.LimitFault;
import org.mizani.fault.OperatorFault;
import org.mizani.fault.QuoteFault;
import org.mizani.fault.WebhookFault;

/** The refusals that the OpenAPI documents show are those of the catalogue of faults. */
class DocumentedFaultsTest {

  private static final Set<String> CATALOGUE =
      Stream.concat(
              Stream.of(
                      ApiFault.class,
                      BulkFault.class,
                      KeyFault.class,
                      OperatorFault.class,
                      QuoteFault.class,
                      WebhookFault.class)
                  .flatMap(catalogue -> Arrays.stream(catalogue.getFields()))
                  .filter(field -> Modifier.isStatic(field.getModifiers()))
                  .map(DocumentedFaultsTest::fault),
              Stream.of(
                  ApiFault.required("countryCode"),
                  ApiFault.notOneOf("countryCode", "KE, TZ, UG, ZA"),
                  OperatorFault.roleRequired("support"),
                  OperatorFault.roleRequired("finance"),
                  OperatorFault.roleRequired("administrator"),
                  OperatorFault.accessIsNew(Instant.parse("2026-11-22T10:00:00Z")),
                  OperatorFault.requesterIsNew(Instant.parse("2026-11-22T10:00:00Z")),
                  ApiFault.scopeMissing("pay"),
                  ApiFault.scopeMissing("collect"),
                  ApiFault.rateNotConfigured("USD", "TZS"),
                  LimitFault.payoutsExceeded(Duration.ofSeconds(1)),
                  LimitFault.daySumExceeded("KE", Duration.ofSeconds(1)),
                  LimitFault.promptsExceeded(Duration.ofSeconds(1)),
                  LimitFault.lookUpsExceeded(Duration.ofSeconds(1)),
                  LimitFault.openQuotesExceeded(Duration.ofSeconds(1)),
                  LimitFault.exportBeingRead(),
                  LimitFault.replaysExceeded(Duration.ofSeconds(1)),
                  KeyFault.alreadyMade("pk_test_6f1c0a52d8e94b7f8a3e5d2c1b0f9e8d"),
                  WebhookFault.alreadyMade(UUID.fromString("5d0f2a3b-7c41-4e5e-9a86-0b1c2d3e4f50")),
                  ApiFault.rateLimitExceeded(Duration.ofSeconds(1))))
          .map(DocumentedFaultsTest::asExample)
          .collect(Collectors.toSet());

  @ParameterizedTest
  @ValueSource(strings = {"partners", "operators"})
  void examplesOfRefusalsAreFaultsOfTheCatalogue(String name) throws IOException {
    ContractDocument document = read(name);

    Set<String> shown = new HashSet<>();
    document
        .operations()
        .forEach(
            operation ->
                operation
                    .responses()
                    .forEach((status, response) -> shown.addAll(examples(status, response))));

    assertThat(shown).isNotEmpty();
    assertThat(CATALOGUE).containsAll(shown);
  }

  private static Set<String> examples(String status, JsonNode response) {
    if (status.startsWith("2")) {
      return Set.of();
    }
    return members(DocumentedOperation.content(response).path("examples")).values().stream()
        .map(example -> status + " " + example.path("value"))
        .collect(Collectors.toSet());
  }

  private static String asExample(ApiFault fault) {
    return fault.status()
        + (fault.body() instanceof FaultBody.Authorization
            ? " {\"message\":\"%s\"}".formatted(fault.message())
            : " {\"code\":0,\"error\":\"%s\"}".formatted(fault.message()));
  }

  private static ApiFault fault(Field field) {
    try {
      return (ApiFault) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static ContractDocument read(String name) throws IOException {
    Path file = Path.of("src/main/resources/openapi", name + ".yaml");
    return new ContractDocument(new ObjectMapper(new YAMLFactory()).readTree(file.toFile()));
  }
}
