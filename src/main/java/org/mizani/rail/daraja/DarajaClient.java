package org.mizani.rail.daraja;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.log.RedactedFailure;
import org.mizani.rail.ConnectedRail.Probe;
import org.mizani.rail.ConnectedRail.Reply;
import org.mizani.rail.PauseReason;
import org.mizani.rail.RailAway;
import org.mizani.rail.SendWindow;
import org.mizani.rail.TimedAnswer;
import org.mizani.rail.http.LimitLog;
import org.mizani.rail.http.NetworkAnswer;
import org.mizani.rail.token.SharedToken;
import org.mizani.rail.token.SharedToken.IssuedToken;
import org.mizani.rail.token.SharedToken.TokenRefused;
import org.mizani.rail.token.TokenApplication;
import org.mizani.rail.token.TokenLog;
import org.mizani.rail.token.TokenStore;

/** Client of the network, with the token that all pods share. */
final class DarajaClient {

  private static final Logger LOG = Logger.getLogger(DarajaClient.class);
  private static final Duration LEAST_LIFETIME = Duration.ofMinutes(5);
  private static final String GRANT = "client_credentials";

  private final String rail;
  private final DarajaApi api;
  private final ObjectMapper json;
  private final String basic;
  private final Duration slowDown;
  private final SharedToken token;
  private final LimitLog limit;
  private final TokenLog tokenLog;

  /** Paths that the network does not have for us, each told once until it has. */
  private final Set<String> notOffered = ConcurrentHashMap.newKeySet();

  DarajaClient(
      String rail,
      DarajaApi api,
      ObjectMapper json,
      TokenApplication application,
      Waits waits,
      TokenStore tokens,
      InstantSource clock) {
    this.rail = rail;
    this.api = api;
    this.json = json;
    this.basic = application.basic();
    this.slowDown = waits.slowDown();
    this.limit = new LimitLog(rail);
    this.tokenLog = new TokenLog(rail);
    this.token = new SharedToken(application.id(), tokens, this::newToken, clock, waits.token());
  }

  /**
   * Times to wait.
   *
   * @param slowDown where the network takes nothing
   * @param token for an access token at most
   */
  record Waits(Duration slowDown, Duration token) {}

  /** An answer, and its meaning for a payment. */
  private record Answer(NetworkAnswer answer, GatewayAnswer meaning) {

    private static Answer of(NetworkAnswer answer) {
      return new Answer(answer, GatewayAnswers.read(answer.status(), answer.body()));
    }
  }

  /** A request that the network did not issue a token for. */
  private static final class NoNewToken extends RuntimeException {

    /** Whether it refuses our credential: it will refuse the next request too. */
    private final boolean ofCredential;

    NoNewToken(NetworkAnswer answer) {
      super("no token: " + answer, null, false, false);
      this.ofCredential = GatewayAnswers.refusesCredential(answer.status(), answer.body());
    }
  }

  /**
   * Sends a request that has a later result, or a prompt.
   *
   * @param window in which it may be sent: the wait for a token can outlast it
   * @throws RailAway (as failure) if the network has taken nothing of it for certain
   * @throws RuntimeException (as failure) without an answer: it may have been accepted
   */
  Uni<GatewayAnswer> send(DarajaRequest request, SendWindow window) {
    return answer(request, window).chain(answer -> takenOrAway(request.path(), answer.meaning()));
  }

  /**
   * Asks a question that the network answers at once.
   *
   * @throws RailAway (as failure) if it did not take the question, because of a limit, say
   */
  Uni<NetworkAnswer> ask(DarajaRequest question) {
    return answer(question, SendWindow.ALWAYS).invoke(this::refuseLimited).map(Answer::answer);
  }

  /**
   * Has a token: the one of all pods, or a new one if that has ended.
   *
   * @throws RailAway (as failure) if the network issues none
   */
  Uni<Void> haveToken() {
    return token
        .with(bearer -> Uni.createFrom().voidItem())
        .onFailure(SharedToken.NoToken.class)
        .transform(none -> away());
  }

  /** The question for an access token. */
  Probe tokenProbe() {
    return Probe.of("token", this::replyAboutToken);
  }

  private Uni<Reply> replyAboutToken() {
    return haveToken()
        .map(done -> Reply.ok("there is one of the network, which all pods share"))
        .onFailure(RailAway.class)
        .recoverWithItem(
            () ->
                Reply.wrong(
                    "the network issues none: check payments.rail.%1$s.consumer-key and .consumer-secret"
                        .formatted(rail)));
  }

  private Uni<GatewayAnswer> takenOrAway(String path, GatewayAnswer answer) {
    if (answer instanceof GatewayAnswer.NoAnswer) {
      return Uni.createFrom().failure(() -> new TimedAnswer.NoAnswer(answer.why()));
    }
    if (answer instanceof GatewayAnswer.SlowDown) {
      return Uni.createFrom().failure(this::limited);
    }
    if (answer instanceof GatewayAnswer.NotOffered) {
      if (notOffered.add(path)) {
        LOG.warnf("rail %s: %s, and its payments wait: %s", rail, path, answer.why());
      }
      return Uni.createFrom().failure(() -> RailAway.partlyAway(rail, slowDown));
    }
    limit.taken();
    notOffered.remove(path);
    return Uni.createFrom().item(answer);
  }

  private Uni<Answer> answer(DarajaRequest request, SendWindow window) {
    String[] path = request.path().substring(1).split("/");
    String body = written(request);
    return token
        .with(
            bearer ->
                window
                    .send(
                        rail,
                        () ->
                            api.send("Bearer " + bearer, path[0], path[1], path[2], path[3], body))
                    .map(NetworkAnswer::of)
                    .map(Answer::of)
                    .invoke(DarajaClient::refuseBadToken))
        .onFailure(TokenRefused.class)
        .transform(refused -> away())
        .onFailure(SharedToken.NoToken.class)
        .transform(none -> away());
  }

  private RailAway away() {
    return RailAway.notTaken(rail, slowDown);
  }

  private void refuseLimited(Answer answer) {
    if (GatewayAnswers.isLimit(answer.answer().status(), answer.meaning())) {
      throw limited();
    }
    limit.taken();
  }

  private RailAway limited() {
    limit.refused();
    return away();
  }

  private static void refuseBadToken(Answer answer) {
    if (answer.meaning() instanceof GatewayAnswer.BadToken) {
      throw new TokenRefused();
    }
  }

  /** A new token: the one before ends. No request has gone out without one. */
  private Uni<IssuedToken> newToken() {
    return api.token(basic, GRANT)
        .map(NetworkAnswer::of)
        .map(this::issued)
        .invoke(issued -> tokenLog.issued())
        .onFailure()
        .invoke(failure -> tokenLog.failed(RedactedFailure.words(failure)))
        .onCancellation()
        .invoke(() -> tokenLog.failed("no answer in time"))
        .onFailure()
        .transform(failure -> isOfCredential(failure) ? refused() : away());
  }

  private static boolean isOfCredential(Throwable failure) {
    return failure instanceof NoNewToken none && none.ofCredential;
  }

  private RailAway refused() {
    return RailAway.notTaken(rail, slowDown, PauseReason.CREDENTIALS);
  }

  private IssuedToken issued(NetworkAnswer answer) {
    Optional<DarajaAnswer.Token> read =
        answer.isOk() ? DarajaJson.read(answer.body(), DarajaAnswer.Token.class) : Optional.empty();
    return read.flatMap(
            found ->
                found
                    .value()
                    .map(text -> new IssuedToken(text, found.lifetime().orElse(LEAST_LIFETIME))))
        .orElseThrow(() -> new NoNewToken(answer));
  }

  private String written(DarajaRequest request) {
    try {
      return json.writeValueAsString(request);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request to Daraja cannot be written");
    }
  }
}
