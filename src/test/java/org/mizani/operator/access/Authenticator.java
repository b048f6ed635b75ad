package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Authenticator app of a new person who has begun to enrol it. */
final class Authenticator {

  static final String ENROL = "/operator/auth/totp";
  static final String CONFIRM = ENROL + "/confirmation";

  private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int DIGIT_BITS = 5;
  private static final int STEP_SECONDS = 30;
  private static final String FORGET_CODES = "UPDATE operator SET totp_step = 0 WHERE key = $1";

  private final TotpCodes codes = new TotpCodes(InstantSource.system());
  private final Rows rows;
  private final String token;
  private Person person;
  private byte[] secret;
  private String lastCode;

  Authenticator(Rows rows) {
    this.rows = rows;
    this.person = TestOperator.person("viewer");
    this.token = person.token();
    begin();
  }

  /** Begins the enrolment, again if it was begun; returns the secret. */
  byte[] begin() {
    secret = secretOf(TestOperator.with(token).post(ENROL));
    return secret.clone();
  }

  Person person() {
    return person;
  }

  /** The token that was got before the enrolment. */
  String token() {
    return token;
  }

  byte[] secret() {
    return secret.clone();
  }

  /** The person's path among the operators. */
  String path() {
    return "/operator/operators/" + person.key();
  }

  /** Has an administrator give a new secret. */
  void renewSecret() {
    String renewed = TestOperator.request().post(path() + "/secret").path("operatorSecret");
    person = new Person(person.key(), renewed);
  }

  /** Confirms the enrolment. */
  Response confirm() {
    Response answer = inOneStep(this::confirmWith, confirmed -> confirmed.statusCode() == 200);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    return answer;
  }

  Response confirmWith(String code) {
    return TestOperator.with(token).body(Map.of("code", code)).post(CONFIRM);
  }

  /** A log-in as if no code had been taken yet. */
  Response logInWithACode() {
    return inOneStep(
        code -> person.logIn(Map.of("code", code)), answer -> answer.statusCode() == 200);
  }

  /** Sends a code, and another one if that was not taken while its time passed. */
  <T> T inOneStep(Function<String, T> send, Predicate<T> taken) {
    while (true) {
      long step = step();
      forgetCodes();
      lastCode = codeOf(secret);
      T answer = send.apply(lastCode);
      if (taken.test(answer) || step() == step) {
        return answer;
      }
    }
  }

  /** The code that was sent last,. */
  String lastCode() {
    return lastCode;
  }

  /** Makes all codes as if they were not taken yet. */
  void forgetCodes() {
    rows.execute(FORGET_CODES, person.key());
  }

  /** The code that a secret has now. */
  String codeOf(byte[] ofSecret) {
    return codes.code(ofSecret, Instant.now());
  }

  String codeOfThisStep() {
    return codeOf(secret);
  }

  private static long step() {
    return Instant.now().getEpochSecond() / STEP_SECONDS;
  }

  /** The secret of an enrolment's URI, which is in base 32. */
  private static byte[] secretOf(Response begun) {
    assertThat(begun.statusCode()).as(begun.asString()).isEqualTo(201);
    return decoded(begun.<String>path("uri").replaceFirst(".*secret=([A-Z2-7]+)&.*", "$1"));
  }

  /** The secret that base 32 is. */
  static byte[] decoded(String base32) {
    BigInteger bits = BigInteger.ONE;
    for (char digit : base32.toCharArray()) {
      bits = bits.shiftLeft(DIGIT_BITS).or(BigInteger.valueOf(DIGITS.indexOf(digit)));
    }
    // The first one keeps zeros at the beginning.
    byte[] bytes = bits.toByteArray();
    byte[] secret = new byte[TotpCodes.SECRET_BYTES];
    System.arraycopy(bytes, bytes.length - secret.length, secret, 0, secret.length);
    return secret;
  }
}
