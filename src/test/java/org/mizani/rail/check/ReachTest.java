package org.mizani.rail.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.NotSslRecordException;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReachTest {

  private static final String NAME = "its name is not known";
  private static final String TLS = "there is no TLS with a certificate that is trusted";
  private static final String REFUSED = "the connection is refused, or does not come about";
  private static final String LATE = "there is no answer in time";

  @ParameterizedTest
  @CsvSource({
    "https://pay.example, false",
    "HTTPS://pay.example, false",
    "https://192.0.2.1, false",
    "http://pay.example, true",
    "http://localhost.example, true",
    "http://192.0.2.1, true",
    "http://[2001:db8::1], true",
    "pay.example, true",
    "http://localhost:8080, false",
    "http://127.0.0.1:8080, false",
    "http://127.9.9.9, false",
    "http://[::1]:8080, false"
  })
  void onlyTlsAndThisMachineCannotBeReadOnTheWay(URI address, boolean open) {
    assertThat(Reach.isOpen(address)).isEqualTo(open);
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new UnknownHostException("pay.example"), NAME),
        Arguments.of(new SSLHandshakeException("unable to find valid certification path"), TLS),
        Arguments.of(new NotSslRecordException("not an SSL/TLS record"), TLS),
        Arguments.of(new ConnectException("Connection refused: pay.example"), REFUSED),
        Arguments.of(new SocketException("Connection reset"), REFUSED),
        Arguments.of(new io.smallrye.mutiny.TimeoutException(), LATE),
        Arguments.of(new java.util.concurrent.TimeoutException("10 s of pay.example"), LATE),
        Arguments.of(new EOFException("pay.example"), "there is no answer (EOFException)"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void eachFailureHasItsWordsWithoutTheAddress(Throwable failure, String words) {
    assertThat(Reach.failure(failure)).isEqualTo(words);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theCauseOfAFailureIsFound(Throwable failure, String words) {
    String told = Reach.failure(new CompletionException(failure));

    assertThat(told)
        .isEqualTo(
            failure instanceof EOFException ? "there is no answer (CompletionException)" : words);
  }
}
