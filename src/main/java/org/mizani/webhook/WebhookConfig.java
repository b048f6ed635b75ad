package org.mizani.webhook;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

/** Settings of the webhook outbox. */
@ConfigMapping(prefix = "payments.webhook")
public interface WebhookConfig {

  /** How often a pod looks for due deliveries. */
  @WithDefault("1s")
  Duration tick();

  /**
   * How long a delivery belongs to the pod that claimed it. More than twice the time-out of an
   * attempt; what is left of it is how long a delivery may wait in memory for its turn.
   */
  @WithDefault("30s")
  Duration lease();

  /** How long a stopping pod waits for the attempts that are under way. */
  @WithDefault("10s")
  Duration shutdownWait();

  Retry retry();

  Http http();

  Limits limits();

  Secrets secrets();

  /** When a delivery that failed is tried again. */
  interface Retry {

    /** The wait before each attempt (Standard Webhooks' schedule, 75.6 hours in all). */
    @WithDefault("0s,5s,5m,30m,2h,5h,10h,14h,20h,24h")
    List<Duration> delays();

    /** By how much a wait is spread in both directions. */
    @WithDefault("20")
    int jitterPercent();

    /** How much of a receiver's Retry-After is honoured. */
    @WithDefault("1h")
    Duration longestRetryAfter();
  }

  /** One attempt. */
  interface Http {

    @WithDefault("business-payments/${quarkus.application.version:unknown}")
    String userAgent();

    @WithDefault("3s")
    Duration connectTimeout();

    /** From the look-up of the name to the last byte of the answer, whatever trickles. */
    @WithDefault("10s")
    Duration timeout();

    /** What of a response's body is read (and thrown away) before the connection is closed. */
    @WithDefault("65536")
    int responseBytes();

    /** Shorter than the 5 seconds after which common servers close an idle connection. */
    @WithDefault("4s")
    Duration keepAlive();

    /** With so many connections open, a further one is closed after its response. */
    @WithDefault("512")
    int connections();
  }

  /** What one pod takes on at a time. */
  interface Limits {

    /** Attempts under way, in all. At most half of them are for suspect receivers. */
    @WithDefault("256")
    int inFlight();

    /** Attempts under way to one receiver (host and port). */
    @WithDefault("4")
    int inFlightPerHost();

    /** Deliveries in memory that wait for their turn; handed-off ones may fill half of it. */
    @WithDefault("4096")
    int waiting();

    /** Deliveries of one receiver that wait for their turn. */
    @WithDefault("256")
    int waitingPerHost();

    /** Deliveries that one claim takes, in all. */
    @WithDefault("512")
    int claim();

    /** Deliveries of one receiver that claims take ahead. */
    @WithDefault("16")
    int claimPerHost();

    /** Receivers that one claim looks at; the next one goes on behind the last. */
    @WithDefault("2000")
    int claimHosts();

    /**
     * After so many failures in a row a receiver is suspect: it gets one attempt at a time until
     * one succeeds.
     */
    @WithDefault("3")
    int failuresUntilSuspect();

    /** Results written in one statement. */
    @WithDefault("256")
    int record();
  }

  /** What deliveries are signed with. */
  interface Secrets {

    /** How long a pod goes on with secrets it has read: a rotation is noticed after that. */
    @WithDefault("3s")
    Duration age();

    /** How long a secret is still signed with after another was made in its place. */
    @WithDefault("24h")
    Duration overlap();

    /** API keys whose secrets are held in memory. */
    @WithDefault("10000")
    int cached();
  }
}
