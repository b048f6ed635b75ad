package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.mizani.log.JobHealth;

/** Contents of files that count once two readings in a row have found them. */
class ReloadedSettingTest {

  private static final String FAILS = "fails";

  private final Queue<String> readings = new ArrayDeque<>();

  @Test
  void oneReadingCountsAtTheStart() {
    assertThat(startedWith("first").value()).isEqualTo("first");
  }

  @Test
  void aStartEndsWithTheFailureOfItsReading() {
    assertThatThrownBy(() -> startedWith(FAILS)).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void aChangeCountsAtItsSecondReading() {
    ReloadedSetting<String, String> setting = startedWith("first");

    readings.addAll(List.of("second", "second"));
    assertThat(setting.refresh()).isFalse();
    assertThat(setting.value()).isEqualTo("first");

    assertThat(setting.refresh()).isTrue();
    assertThat(setting.value()).isEqualTo("second");
  }

  @Test
  void aReadingThatFailsComesBetweenTwoInARow() {
    ReloadedSetting<String, String> setting = startedWith("first");

    readings.addAll(List.of("second", FAILS, "second"));
    setting.refresh();
    setting.refresh();
    assertThat(setting.refresh()).isFalse();
    assertThat(setting.value()).isEqualTo("first");

    readings.add("second");
    assertThat(setting.refresh()).isTrue();
    assertThat(setting.value()).isEqualTo("second");
  }

  private ReloadedSetting<String, String> startedWith(String contents) {
    readings.add(contents);
    return new ReloadedSetting<>(
        this::read,
        Function.identity(),
        new JobHealth(Logger.getLogger(ReloadedSettingTest.class), "Reading of the test"));
  }

  private String read() {
    String contents = readings.remove();
    if (contents.equals(FAILS)) {
      throw new ConfigurationException("refused");
    }
    return contents;
  }
}
