package org.mizani.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;

/** The packaged service's log for a collector: JSON, with a line a request and a payment's end. */
class JsonLogIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REFERENCE = "json-log-5550194";

  private static final Pattern GREETING =
      Pattern.compile("(?s)(?<=\n)\nBusiness payments, sandbox.*?\n\n");

  @TempDir Path directory;

  @Test
  void eachLineIsAnObjectAndNamesRoutesRequestsAndBusinessesButNoPath() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.in(directory)
            .sandbox()
            .environment("QUARKUS_LOG_CONSOLE_JSON_ENABLED", "true")
            .environment("PAYMENTS_HTTP_ACCESS_LOG", "true")
            .environment("PAYMENTS_FIGURES_LOG_ENDS", "true")
            .start()
            .awaitReady()) {
      ServiceClient partner = ServiceClient.demo(service);
      JsonNode created =
          partner.post("/business/payout/transfer", transferOf(REFERENCE)).succeeded();
      String payout = created.get("serviceReference").textValue();
      partner.get("/business/transactions/" + REFERENCE).succeeded();
      assertThat(partner.with("nobody's").get("/business/nowhere/" + REFERENCE).status())
          .isEqualTo(401);

      JsonNode creation = line(service, of("/business/payout/transfer"));
      assertThat(creation.at("/mdc/status").asInt()).isEqualTo(201);
      assertThat(creation.at("/mdc/method").textValue()).isEqualTo("POST");
      assertThat(creation.at("/mdc/request").textValue()).isNotEmpty();
      assertThat(creation.at("/message").textValue())
          .contains("status=201", "request=" + creation.at("/mdc/request").textValue());
      String business = creation.at("/mdc/business").textValue();
      assertThat(business).isNotEmpty();
      line(service, of("/business/transactions/{businessReference}"));
      assertThat(line(service, of("/unmatched")).at("/mdc/business").isMissingNode()).isTrue();
      assertThat(line(service, said("payout " + payout)).at("/message").textValue())
          .startsWith("payout %s of business %s has ended: success".formatted(payout, business));
      assertThat(service.output()).doesNotContain(REFERENCE, "712345678", "/q/health");
    }
  }

  private static Predicate<JsonNode> of(String route) {
    return line -> route.equals(line.at("/mdc/route").textValue());
  }

  private static Predicate<JsonNode> said(String beginning) {
    return line -> line.at("/message").asText().startsWith(beginning);
  }

  private static JsonNode line(ServiceProcess service, Predicate<JsonNode> wanted) {
    return eventually(() -> lines(service).stream().filter(wanted).findFirst(), Optional::isPresent)
        .orElseThrow();
  }

  /** The last one may not have ended. A sandbox greets its person in words. */
  private static List<JsonNode> lines(ServiceProcess service) {
    String output = service.output();
    String ended = output.substring(0, output.lastIndexOf('\n') + 1);
    return GREETING.matcher(ended).replaceFirst("").lines().map(JsonLogIT::read).toList();
  }

  private static JsonNode read(String line) {
    try {
      JsonNode read = JSON.readTree(line);
      assertThat(read.isObject()).as(line).isTrue();
      return read;
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + line, e);
    }
  }
}
