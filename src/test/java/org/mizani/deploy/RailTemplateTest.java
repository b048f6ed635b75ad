package org.mizani.deploy;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.RailSettings;

/** Templates of the rails' settings, read as the service reads them. */
class RailTemplateTest {

  /** Of the types that the templates connect; they are not public. */
  private static final List<String> OWN_SETTINGS =
      List.of("org.mizani.rail.daraja.DarajaSettings", "org.mizani.rail.pawapay.PawapaySettings");

  @ParameterizedTest
  @ValueSource(strings = {"region-nairobi", "test-networks"})
  void eachSettingIsOneOfItsRail(String overlay) throws Exception {
    Map<String, String> template = template(overlay);

    RailSettings settings = read(template).getConfigMapping(RailSettings.class);

    assertThat(settings.rails().get("kenya").type()).contains("daraja");
    assertThat(settings.rails().get("mobile").type()).contains("pawapay");
  }

  @Test
  void aMisspeltSettingIsFound() throws Exception {
    Map<String, String> template = new HashMap<>(template("region-nairobi"));
    template.put("payments.rail.kenya.initiator-pasword", "any");

    assertThatThrownBy(() -> read(template))
        .isInstanceOf(ConfigValidationException.class)
        .hasMessageContaining("payments.rail.kenya.initiator-pasword");
  }

  private static SmallRyeConfig read(Map<String, String> template) throws ClassNotFoundException {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder().addDiscoveredConverters().withMapping(RailSettings.class);
    for (String settings : OWN_SETTINGS) {
      builder.withMapping(Class.forName(settings));
    }
    return builder.withSources(new PropertiesConfigSource(template, "template", 100)).build();
  }

  private static Map<String, String> template(String overlay) throws IOException {
    Path file = Path.of("k8s/overlays", overlay, "rails.yaml");
    String text =
        new YAMLMapper()
            .readTree(file.toFile())
            .at("/spec/target/template/data/rails.properties")
            .textValue();
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    return properties.stringPropertyNames().stream()
        .collect(toMap(name -> name, properties::getProperty));
  }
}
