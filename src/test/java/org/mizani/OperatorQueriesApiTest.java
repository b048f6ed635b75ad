package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.resteasy.reactive.server.runtime.ResteasyReactiveRecorder;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import org.jboss.resteasy.reactive.server.util.RuntimeResourceVisitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.operator.query.TestQueries;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Every route of operators takes the parameters that it has, and no others. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OperatorQueriesApiTest {

  @Inject Rows rows;

  static Stream<DocumentedCall> calls() {
    return new RouteCalls(List.of(ContractDocument.readOperators()))
        .below("/operator/", Map.of()).stream();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void refusesAParameterThatTheOperationDoesNotHave(DocumentedCall call) {
    String token = call.operation().isOpen() ? "" : TestOperator.token();

    Response answer = call.withParameter("bussinessId", "1").send(token);

    assertRefused(answer, 400, "bussinessId is not a parameter of this operation");
    assertCoded(answer, ErrorCode.FIELD_VALUE, "bussinessId");
  }

  /** Of another case, of another list, and of partners' operations. */
  @ParameterizedTest
  @ValueSource(strings = {"Status", "subject", "amount%20", "status[]", "purpose"})
  void refusesWhatOnlyLooksLikeAParameter(String name) {
    Response answer = TestOperator.request().asWritten().get("/operator/payouts?" + name + "=1");

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(400);
    assertThat(answer.header("X-Error-Code")).isEqualTo("field_value");
  }

  @Test
  void refusesAParameterThatIsGivenTwice() {
    Response answer =
        TestOperator.request().get("/operator/payouts?businessId=1&limit=5&businessId=2");

    assertRefused(answer, 400, "businessId must be given once");
  }

  @Test
  void anUnknownParameterChangesNothing() {
    long before = rows.count("SELECT count(*) FROM business");

    Response answer =
        TestOperator.request()
            .body(Map.of("name", "Acacia Traders"))
            .post("/operator/businesses?dryRun=true");

    assertRefused(answer, 400, "dryRun is not a parameter of this operation");
    assertThat(rows.count("SELECT count(*) FROM business")).isEqualTo(before);
  }

  /** A caller without a token, or without the role, learns no parameters. */
  @Test
  void theTokenAndTheRoleComeFirst() {
    DocumentedCall call =
        calls()
            .filter(found -> found.operation().id().equals("listOperators"))
            .findFirst()
            .orElseThrow()
            .withParameter("unknown", "1");

    assertThat(call.send("").statusCode()).isEqualTo(401);
    assertRefused(
        call.send(TestOperator.person("viewer").token()), 403, "role administrator required");
  }

  @Test
  void theParametersAreThoseThatTheOperationsRead() {
    Map<String, Set<String>> read = new TreeMap<>();
    RuntimeResourceVisitor.visitRuntimeResources(
        "",
        ResteasyReactiveRecorder.getCurrentDeployment().getClassMappers(),
        new RuntimeResourceVisitor() {
          @Override
          public void visitRuntimeResource(String verb, String path, RuntimeResource resource) {
            if (path.startsWith("/operator/") || path.startsWith("/console")) {
              read.put(
                  resource.getResourceClass().getSimpleName() + "." + resource.getJavaMethodName(),
                  names(resource));
            }
          }
        });
    read.values().removeIf(Set::isEmpty);

    assertThat(TestQueries.parameters()).isEqualTo(read);
  }

  @Test
  void theDocumentHasTheParameters() {
    Map<String, Set<String>> documented = new TreeMap<>();
    ContractDocument.readOperators()
        .operations()
        .forEach(
            operation ->
                documented.put(
                    RegisteredRoutes.methods().get(operation.route()), inQuery(operation)));
    documented.values().removeIf(Set::isEmpty);

    Map<String, Set<String>> ofTheInterface = new TreeMap<>(TestQueries.parameters());
    ofTheInterface.keySet().removeIf(operation -> operation.startsWith("Console"));
    assertThat(documented).isEqualTo(ofTheInterface);
  }

  @Test
  void theDocumentSaysOfEachOperationThatItMayBeRefused() {
    assertThat(ContractDocument.readOperators().operations())
        .allSatisfy(operation -> assertThat(operation.responses()).containsKey("400"));
  }

  private static Set<String> inQuery(DocumentedOperation operation) {
    Set<String> names = new TreeSet<>();
    operation.parameters().stream()
        .filter(parameter -> parameter.path("in").asText().equals("query"))
        .forEach(parameter -> names.add(parameter.path("name").asText()));
    return names;
  }

  private static Set<String> names(RuntimeResource resource) {
    Method method =
        Arrays.stream(resource.getResourceClass().getMethods())
            .filter(found -> found.getName().equals(resource.getJavaMethodName()))
            .filter(found -> !found.isBridge() && !found.isSynthetic())
            .findFirst()
            .orElseThrow();
    Set<String> names = new TreeSet<>();
    for (Parameter parameter : method.getParameters()) {
      if (parameter.isAnnotationPresent(RestQuery.class)) {
        names.add(name(parameter.getAnnotation(RestQuery.class), parameter.getName()));
      }
      if (parameter.isAnnotationPresent(BeanParam.class)) {
        for (RecordComponent component : parameter.getType().getRecordComponents()) {
          names.add(name(component.getAnnotation(RestQuery.class), component.getName()));
        }
      }
    }
    return names;
  }

  private static String name(RestQuery annotation, String parameter) {
    return annotation == null || annotation.value().isEmpty() ? parameter : annotation.value();
  }
}
