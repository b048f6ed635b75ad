import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Registers businesses by the operators' interface, each with a key and funds, and writes an access
 * token of each into a file, one a line. One request follows the other, so that on an empty
 * database the ids of a business, its key and its wallet are the same.
 *
 * <p>Arguments: the service's address, the number of businesses, the file. The operator's secret is
 * in the environment, {@code OPERATOR_SECRET}.
 */
public final class Seed {

  private static final String OPERATOR_KEY = "op_bench";
  private static final long FUNDS = 1_000_000_000L;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String address;
  private String operator = "";

  private Seed(String address) {
    this.address = address;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Seed seed = new Seed(arguments[0]);
    seed.authenticate(System.getenv("OPERATOR_SECRET"));
    List<String> tokens = new ArrayList<>();
    for (int number = 1; number <= Integer.parseInt(arguments[1]); number++) {
      tokens.add(seed.register(number));
    }
    Files.writeString(Path.of(arguments[2]), String.join("\n", tokens) + "\n");
  }

  private void authenticate(String secret) throws IOException, InterruptedException {
    String answer =
        post(
            "/operator/auth",
            "{\"operatorKey\":\"%s\",\"operatorSecret\":\"%s\"}".formatted(OPERATOR_KEY, secret));
    operator = field("accessToken", answer);
  }

  private String register(int number) throws IOException, InterruptedException {
    String business =
        field(
            "businessId",
            post(
                "/operator/businesses",
                "{\"name\":\"Bench %d\",\"feeRate\":0.02}".formatted(number)));
    String path = "/operator/businesses/" + business;
    String key = post(path + "/api-keys", "");
    post(
        path + "/top-ups",
        "{\"currency\":\"USD\",\"purpose\":\"payout\",\"amount\":%d,\"reference\":\"bench-%d\"}"
            .formatted(FUNDS, number));
    String token =
        post(
            "/business/auth",
            "{\"apiKey\":\"%s\",\"apiSecret\":\"%s\"}"
                .formatted(field("apiKey", key), field("apiSecret", key)));
    return field("accessToken", token);
  }

  private String post(String path, String body) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path)).POST(BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (!operator.isEmpty() && path.startsWith("/operator")) {
      request.header("Authorization", "Bearer " + operator);
    }
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }

  private static String field(String name, String json) {
    Matcher value = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!value.find()) {
      throw new IllegalStateException("no " + name + " in the answer");
    }
    return value.group(1);
  }
}
