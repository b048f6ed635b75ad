package org.mizani;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.operator.access.TestRights;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Every route of operators with every role. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorRolesApiTest {

  private static final List<String> ROLES =
      List.of("viewer", "support", "finance", "administrator");
  private static final Set<String> OPEN = Set.of("POST /operator/auth", "POST /operator/auth/oidc");
  private static final String LOG_OUT = "POST /operator/auth/logout";
  private static final Path PAGE = Path.of("docs/operators.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.*) \\|$");
  private static final Pattern ROUTE = Pattern.compile("`([A-Z]+ /operator/[^`]+)`");

  private Map<String, Person> persons;
  private Map<String, String> tokens;

  @BeforeAll
  void makePersons() {
    persons = ROLES.stream().collect(toMap(Function.identity(), TestOperator::person));
    tokens = new TreeMap<>();
    persons.forEach((role, person) -> tokens.put(role, person.token()));
  }

  @Test
  void everyRouteHasALeastRoleAndNoRoleIsOfNoRoute() {
    Set<String> methods = new TreeSet<>(guarded().values());

    assertThat(TestRights.leastRoles().keySet()).isEqualTo(methods);
  }

  @Test
  void theDocumentedRolesAreThoseOfTheService() throws IOException {
    Map<String, Set<String>> documented = new TreeMap<>();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      if (ROLES.contains(row.group(1))) {
        documented.put(row.group(1), routes(row.group(2)));
      }
    }

    Map<String, Set<String>> served =
        guarded().keySet().stream()
            .filter(route -> !isReadByAll(route))
            .collect(
                groupingBy(
                    OperatorRolesApiTest::leastRole,
                    TreeMap::new,
                    mapping(Function.identity(), toCollection(TreeSet::new))));
    assertThat(documented).isEqualTo(served);
  }

  /** The page says of these that viewers read all others. */
  private static boolean isReadByAll(String route) {
    return route.startsWith("GET ") && leastRole(route).equals("viewer");
  }

  private static Set<String> routes(String text) {
    return ROUTE
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(toCollection(TreeSet::new));
  }

  Stream<Arguments> callsOfRoles() {
    return new RouteCalls(List.of(ContractDocument.readOperators()))
        .below("/operator/", Map.of()).stream()
            .filter(call -> !OPEN.contains(call.operation().route()))
            .flatMap(call -> ROLES.stream().map(role -> Arguments.of(call, role)));
  }

  /** The calls lead to no row and have no body: those that the role may send change nothing. */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("callsOfRoles")
  void aRoleMaySendWhatItsOwnAndLesserRolesMay(DocumentedCall call, String role) {
    String route = call.operation().route();
    String token = route.equals(LOG_OUT) ? persons.get(role).token() : tokens.get(role);

    Response answer = call.withBody("{").send(token);

    String least = leastRole(route);
    if (ROLES.indexOf(role) < ROLES.indexOf(least)) {
      assertRefused(answer, 403, "role " + least + " required");
    } else {
      assertThat(answer.statusCode()).as(answer.asString()).isIn(200, 201, 400, 404, 409);
    }
  }

  private static String leastRole(String route) {
    return TestRights.leastRoles().get(RegisteredRoutes.methods().get(route));
  }

  /** The guarded routes of operators, with their methods. */
  private static Map<String, String> guarded() {
    Map<String, String> methods = new TreeMap<>(RegisteredRoutes.methods());
    methods.keySet().removeIf(route -> OPEN.contains(route) || !route.contains(" /operator/"));
    return methods;
  }
}
