package org.mizani.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.PublishedMetrics;

/** Dashboards of Grafana: their form, and that they read series that there are. */
class DashboardsTest {

  private static final Path MONITORING = Path.of("k8s/monitoring");
  private static final String SOURCE = "${datasource}";

  /** Beyond it {@code kubectl apply} cannot keep a ConfigMap in an annotation of itself. */
  private static final int MOST_BYTES = 200_000;

  private static final int COLUMNS = 24;

  @TempDir Path directory;

  @Test
  void readsOnlySeriesThatTheServicePublishesOrARuleRecords() throws IOException {
    Set<String> published = new HashSet<>(PublishedMetrics.series(PublishedMetrics.own()));
    published.addAll(PublishedMetrics.series(PublishedMetrics.ofTheFramework()));
    published.addAll(ServiceLevelRules.recorded());

    for (Dashboard dashboard : Dashboard.all()) {
      assertThat(dashboard.expressions())
          .as(dashboard.file())
          .isNotEmpty()
          .allSatisfy(read -> assertThat(published).containsAll(read.series()));
    }
  }

  @Test
  void readsOneNamespaceAtATime() throws IOException {
    for (Dashboard dashboard : Dashboard.all()) {
      for (JsonNode panel : dashboard.panels()) {
        for (JsonNode target : panel.get("targets")) {
          PromExpression read = new PromExpression(Dashboard.text(target, "expr"));
          assertThat(read.selected().keySet()).as(read.text()).isEqualTo(read.series());
          assertThat(read.selected().values())
              .as(read.text())
              .allMatch(labels -> labels.contains("namespace"));
        }
      }
    }
  }

  @Test
  void dashboardsHaveIdsAndTitlesOfTheirOwn() throws IOException {
    List<Dashboard> dashboards = Dashboard.all();

    assertThat(dashboards)
        .hasSizeGreaterThan(1)
        .allSatisfy(
            dashboard ->
                assertThat(dashboard.file())
                    .isEqualTo(Dashboard.text(dashboard.model(), "uid") + ".json"))
        .extracting(dashboard -> Dashboard.text(dashboard.model(), "title"))
        .doesNotHaveDuplicates()
        .noneMatch(String::isBlank);
    // A number of its own database would make Grafana take one dashboard for another.
    assertThat(dashboards).noneMatch(dashboard -> dashboard.model().has("id"));
  }

  @Test
  void panelsHaveIdsOfTheirOwnAndLieBesideEachOther() throws IOException {
    for (Dashboard dashboard : Dashboard.all()) {
      Map<String, Integer> taken = new HashMap<>();
      for (JsonNode panel : dashboard.panelsAndRows()) {
        JsonNode place = panel.get("gridPos");
        int right = place.get("x").intValue() + place.get("w").intValue();
        assertThat(right).as(Dashboard.text(panel, "title")).isLessThanOrEqualTo(COLUMNS);
        for (int x = place.get("x").intValue(); x < right; x++) {
          for (int y = 0; y < place.get("h").intValue(); y++) {
            String cell = x + " " + (place.get("y").intValue() + y);
            assertThat(taken.put(cell, panel.get("id").intValue()))
                .as(Dashboard.text(panel, "title"))
                .isNull();
          }
        }
      }
      assertThat(dashboard.panelsAndRows())
          .as(dashboard.file())
          .extracting(panel -> panel.get("id").intValue())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void eachPanelSaysItsTitleMeaningUnitAndSource() throws IOException {
    for (Dashboard dashboard : Dashboard.all()) {
      assertThat(dashboard.panels())
          .as(dashboard.file())
          .isNotEmpty()
          .allSatisfy(
              panel -> {
                assertThat(Dashboard.text(panel, "title")).isNotBlank();
                assertThat(Dashboard.text(panel, "description")).endsWith(".");
                assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
                assertThat(panel.at("/datasource/uid").asText()).isEqualTo(SOURCE);
                assertThat(Dashboard.elements(panel.get("targets")))
                    .isNotEmpty()
                    .allMatch(target -> target.at("/datasource/uid").asText().equals(SOURCE))
                    .extracting(target -> Dashboard.text(target, "refId"))
                    .doesNotHaveDuplicates();
              });
      assertThat(dashboard.variables())
          .isNotEmpty()
          .allMatch(variable -> variable.at("/datasource/uid").asText().equals(SOURCE));
      assertThat(Dashboard.elements(dashboard.model().at("/templating/list")))
          .extracting(variable -> Dashboard.text(variable, "name"))
          .startsWith("datasource", "namespace");
    }
  }

  /** The sidecar of Grafana finds dashboards by a label, and the operator of Prometheus rules. */
  @Test
  void kustomizeMakesAConfigMapOfEachDashboardForTheSidecar() throws IOException {
    String text = Kustomize.render(MONITORING);
    List<Object> objects = StrictModel.parse(text);
    Map<String, String> loaded = new HashMap<>();
    for (Object object : objects) {
      if (object instanceof ConfigMap map) {
        assertThat(map.getMetadata().getLabels()).containsEntry("grafana_dashboard", "1");
        assertThat(map.getMetadata().getName()).matches("payments-dashboard-[a-z]+");
        loaded.putAll(map.getData());
      } else {
        assertThat(object).isInstanceOf(PrometheusRule.class);
        assertThat(((PrometheusRule) object).getMetadata().getLabels()).containsKey("release");
      }
    }

    Map<String, String> written = new HashMap<>();
    Dashboard.all().forEach(dashboard -> written.put(dashboard.file(), dashboard.text()));
    assertThat(loaded).isEqualTo(written);
    assertThat(loaded.values()).allMatch(json -> json.length() < MOST_BYTES);
  }

  @Test
  void prometheusUnderstandsEachExpression() throws Exception {
    ObjectNode rules = new YAMLMapper().createObjectNode();
    ObjectNode group = rules.putArray("groups").addObject().put("name", "dashboards");
    ArrayNode expressions = group.putArray("rules");
    for (Dashboard dashboard : Dashboard.all()) {
      for (PromExpression read : dashboard.expressions()) {
        expressions
            .addObject()
            .put("record", "panel_" + expressions.size())
            .put("expr", read.text().replaceAll("\\$__\\w+", "5m"));
      }
    }
    Path file = directory.resolve("rules.yaml");
    new YAMLMapper().writeValue(file.toFile(), rules);

    Promtool.succeeds(directory, "check", "rules", file.toString());
  }
}
