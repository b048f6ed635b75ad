package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class GreetingTest {

  @Test
  void givesACommandToCopy() {
    String text = Greeting.text(URI.create("http://localhost:9090/"), "/srv/data");

    assertThat(text)
        .contains(
            "curl -s http://localhost:9090/business/auth -H 'Content-Type: application/json'"
                + " -d '{\"apiKey\":\"pk_test_demo\",\"apiSecret\":\"sk_test_demo\"}'\n")
        .contains("http://localhost:9090/q/swagger-ui\n")
        .contains("http://localhost:9090/console    key  op_test_demo    secret  os_test_demo\n")
        .contains("/srv/data\n");
    assertThat(text.lines().count()).isLessThanOrEqualTo(10);
  }
}
