package org.mizani.http;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.http.*}. */
@ConfigMapping(prefix = "payments.http")
public interface HttpConfig {

  /** Beyond it a body is refused before anybody asks for credentials; the server's own limit. */
  int LARGEST_BODY = 1024 * 1024;

  /** What the server reads itself, and answers without words beyond it, is a little more. */
  int LONGEST_TARGET = 16_000;

  /** The same for the headers. */
  int LARGEST_HEADERS = 60_000;

  /** Largest request body, in bytes. */
  @WithDefault("65536")
  int maxBodyBytes();

  /** Largest request body of a batch of payouts, in bytes. */
  @WithDefault("1048576")
  int maxBulkBodyBytes();

  /** Longest request line's target: path and query, in characters. */
  @WithDefault("4096")
  int maxTargetLength();

  /** Largest head of a request without its first line: names and values, in characters. */
  @WithDefault("16384")
  int maxHeaderChars();

  /**
   * Longest time from the first byte of a request, or from the connection on, to the last byte of
   * its body; then the connection is closed. 0 for any.
   */
  @WithDefault("30s")
  Duration arrivalTimeout();

  /**
   * Connections of one address at the same time, over all ports of a pod; further ones are closed.
   */
  @WithDefault("5000")
  int connectionsPerAddress();

  /**
   * How long browsers are told to use TLS alone ({@code Strict-Transport-Security}), in answers
   * that go by TLS, a proxy's TLS included. 0 leaves the header out.
   */
  @WithDefault("365d")
  Duration strictTransportSecurity();

  /** Whether each answered request is a line of the log, {@code /q/} apart. */
  @WithDefault("false")
  boolean accessLog();

  /** Longest time in which a port beside the usual one is opened, closed, or gets a certificate. */
  @WithDefault("10s")
  Duration portTimeout();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is out of range
   */
  default void validate() {
    require("max-body-bytes", maxBodyBytes(), LARGEST_BODY);
    require("max-bulk-body-bytes", maxBulkBodyBytes(), LARGEST_BODY);
    require("max-target-length", maxTargetLength(), LONGEST_TARGET);
    require("max-header-chars", maxHeaderChars(), LARGEST_HEADERS);
  }

  private static void require(String setting, int value, int most) {
    if (value < 1 || value > most) {
      throw new ConfigurationException(
          "payments.http." + setting + " must be from 1 to " + most + ".");
    }
  }
}
