package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.rail.statement.Column;
import org.mizani.rail.statement.StatementForms;
import org.mizani.rail.statement.StatementScope;

class StatementOptionsTest {

  private static final Map<String, String> SETTINGS =
      Map.of("payments.rail.kenya.type", "daraja", "payments.rail.odd.type", "odd");

  @Test
  void aRailHasTheFormOfItsType() {
    StatementOptions options = of("kenya", "july.csv");

    assertThat(options.scope().rail()).isEqualTo("kenya");
    assertThat(options.scope().lookBack()).isEqualTo(Duration.ofDays(1));
    assertThat(options.scope().window()).isEmpty();
    assertThat(options.file()).isEqualTo(Path.of("july.csv"));
    assertThat(options.form()).isEqualTo(StatementForms.of("daraja").orElseThrow());
    assertThat(options.typeGiven()).isFalse();
  }

  @Test
  void optionsNameColumnsTypeAndTimes() {
    StatementOptions options =
        of(
            "momo",
            "july.csv",
            "type=pawapay",
            "id=Our id",
            "paid-in=In = to us",
            "not-payments=loan.*",
            "look-back=PT48H",
            "from=2026-11-21T00:00:00Z",
            "to=2026-11-22T00:00:00Z");

    assertThat(options.typeGiven()).isTrue();
    assertThat(options.form().headers().get(Column.ID)).containsExactly("Our id");
    assertThat(options.form().headers().get(Column.PAID_IN)).containsExactly("In = to us");
    assertThat(options.form().required()).contains(Column.ID, Column.PAID_IN);
    assertThat(options.form().others().matcher("Loans").matches()).isTrue();
    assertThat(options.scope().lookBack()).isEqualTo(Duration.ofDays(2));
    assertThat(options.scope().window())
        .contains(
            new StatementScope.Window(
                Instant.parse("2026-11-21T00:00:00Z"), Instant.parse("2026-11-22T00:00:00Z")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''       | The command is rail-statement <name> <file> [<option>=<value> …].",
        "kenya    | The command is rail-statement <name> <file> [<option>=<value> …].",
        "kenya,f,x| The command is rail-statement <name> <file> [<option>=<value> …].",
        "kenya,f,id=| The command is rail-statement <name> <file> [<option>=<value> …].",
        "Kenya,f  | The name of a rail is 2 to 31 of a-z 0-9 -, a letter first.",
        "kenya,f,color=red | There is no option color.",
        "kenya,f,id=a,id=b | The option id is given twice.",
        "kenya,f,from=2026-11-21T00:00:00Z | The options from and to go together, the earlier time first.",
        "kenya,f,to=2026-11-21T00:00:00Z | The options from and to go together, the earlier time first.",
        "kenya,f,from=2026-11-21T00:00:00Z,to=2026-11-21T00:00:00Z | The options from and to go together, the earlier time first.",
        "kenya,f,from=yesterday | The option from must be a time as 2026-11-21T21:00:00Z.",
        "kenya,f,to=+1000000000-12-31T00:00:00Z | The option to must be a time as 2026-11-21T21:00:00Z.",
        "kenya,f,look-back=1 | The option look-back must be a duration as PT24H.",
        "kenya,f,look-back=-PT1H | The option look-back must be from PT0S to P366D.",
        "kenya,f,look-back=P367D | The option look-back must be from PT0S to P366D.",
        "kenya,f,not-payments=( | The option not-payments must be a regular expression."
      })
  void refusesWrongArguments(String arguments, String sentence) {
    assertThatThrownBy(() -> of(arguments.isEmpty() ? new String[0] : arguments.split(",")))
        .isInstanceOf(LaunchException.class)
        .hasMessage(sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "sand-box, PAYMENTS_RAIL_SAND_BOX_TYPE",
    "odd, PAYMENTS_RAIL_ODD_TYPE",
  })
  void refusesARailWithoutStatements(String rail, String setting) {
    assertThatThrownBy(() -> of(rail, "july.csv"))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "No rail with statements is connected as %s: set %s, or give type=daraja or type=pawapay.",
            rail, setting);
  }

  private static StatementOptions of(String... arguments) {
    return StatementOptions.of(
        SETTINGS::get,
        Stream.concat(Stream.of("rail-statement"), Stream.of(arguments)).toArray(String[]::new));
  }
}
