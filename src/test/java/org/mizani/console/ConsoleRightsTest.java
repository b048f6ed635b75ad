package org.mizani.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.mizani.operator.access.TestRights;

/**
 * Rights of the console: each of its operations calls the operations of the interface that it
 * stands for, and no part of the console calls services or rows past them.
 */
class ConsoleRightsTest {

  private static final String OPERATORS = "org.mizani.operator.";

  private static final JavaClasses CONSOLE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.mizani.console");

  /** Operations that come before a session, and so before rights. */
  private static final Set<String> OPEN =
      Set.of(
          "ConsoleAssetResource.file",
          "ConsoleLogInResource.logIn",
          "ConsoleLogInResource.logInByIdentity",
          "ConsoleLogInResource.show");

  @Test
  void eachOperationCallsThoseThatItStandsFor() {
    Map<String, Set<String>> calls = new TreeMap<>();
    CONSOLE.stream()
        .flatMap(type -> type.getMethods().stream())
        .filter(ConsoleRightsTest::isOperation)
        .filter(method -> !OPEN.contains(nameOf(method)))
        .forEach(method -> calls.put(nameOf(method), calledBy(method)));

    Map<String, Set<String>> declared = new TreeMap<>();
    TestRights.console()
        .forEach((operation, performed) -> declared.put(operation, new TreeSet<>(performed)));
    assertThat(calls).isEqualTo(declared);
  }

  /**
   * Of the service below it the console has answers and words, but no code that reads or writes.
   */
  @Test
  void noOtherClassOfTheConsoleCallsTheInterface() {
    assertThat(CONSOLE.stream().filter(type -> !type.getSimpleName().endsWith("Resource")))
        .isNotEmpty()
        .allSatisfy(
            type ->
                assertThat(type.getAccessesFromSelf())
                    .as(type.getName())
                    .noneMatch(access -> isOperationOfInterface(access.getTargetOwner())));
  }

  /** A call in another method would be of no operation that has rights. */
  @Test
  void noOtherMethodOfAResourceCallsTheInterface() {
    assertThat(
            CONSOLE.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> !isOperation(method)))
        .isNotEmpty()
        .allSatisfy(method -> assertThat(calledBy(method)).as(method.getFullName()).isEmpty());
  }

  @Test
  void nothingOfTheConsoleReadsRowsOrWritesTheAuditLog() {
    assertThat(CONSOLE)
        .allSatisfy(
            type ->
                assertThat(type.getDirectDependenciesFromSelf())
                    .as(type.getName())
                    .noneMatch(
                        dependency ->
                            dependency
                                    .getTargetClass()
                                    .getPackageName()
                                    .matches("org\\.mizani\\.(database|audit|ledger)\\b.*")
                                && !dependency.getTargetClass().getSimpleName().equals("Actor")));
  }

  private static boolean isOperation(JavaMethod method) {
    return method.isAnnotatedWith(GET.class) || method.isAnnotatedWith(POST.class);
  }

  private static Set<String> calledBy(JavaMethod method) {
    Set<String> called = new TreeSet<>();
    method.getAccessesFromSelf().stream()
        .filter(access -> isOperationOfInterface(access.getTargetOwner()))
        .map(ConsoleRightsTest::nameOf)
        .forEach(called::add);
    return called;
  }

  private static boolean isOperationOfInterface(JavaClass type) {
    return type.getPackageName().startsWith(OPERATORS) && type.getSimpleName().endsWith("Resource");
  }

  private static String nameOf(JavaMethod method) {
    return method.getOwner().getSimpleName() + "." + method.getName();
  }

  private static String nameOf(JavaAccess<?> access) {
    return access.getTargetOwner().getSimpleName() + "." + access.getTarget().getName();
  }
}
