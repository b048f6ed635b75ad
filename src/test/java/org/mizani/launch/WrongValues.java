package org.mizani.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mizani.launch.WrongConfigurations.WrongConfiguration;

/** Configurations with a wrong value, port or address of a database; their secrets are right. */
final class WrongValues {

  private static final String PASSWORD = WrongConfigurations.PASSWORD;

  private static final String MALFORMED = "DB_URL must be like postgresql://host:port/name.";
  private static final String USER =
      "DB_URL must hold no user and no password: set DB_USERNAME and DB_PASSWORD.";

  private final List<WrongConfiguration> all = new ArrayList<>();

  private WrongValues() {
    databases();
    operators();
    certificates();
    identityProvider();
    values();
    limits();
    files();
  }

  /** All of them, each with the changes alone. */
  static List<WrongConfiguration> all() {
    return List.copyOf(new WrongValues().all);
  }

  private void databases() {
    refused("no database", Map.of("DB_URL", ""), "Production needs a database: set DB_URL.");
    refused(
        "no environment",
        Map.of("PAYMENTS_ENVIRONMENT", ""),
        "A given database (DB_URL) has no default environment:"
            + " set PAYMENTS_ENVIRONMENT to test or production.");
    refused(
        "misspelt environment",
        Map.of("PAYMENTS_ENVIRONMENT", "prod"),
        "PAYMENTS_ENVIRONMENT must be test or production.");
    refused("password in the URL", url("postgresql://payments:" + PASSWORD + "@db:5432/x"), USER);
    refused("URL of JDBC", url("jdbc:postgresql://payments:" + PASSWORD + "@db:5432/x"), USER);
    refused("password as a parameter", url("postgresql://db/x?password=" + PASSWORD), USER);
    refused("another server", url("mysql://db/x"), MALFORMED);
    refused("port in words", url("postgresql://db:five/x"), MALFORMED);
    refused("port out of range", url("postgresql://db:99999/x"), MALFORMED);
    refused("no name", url("postgresql://db:5432"), MALFORMED);
    refused("half an escape", url("postgresql://db:5432/%zz"), MALFORMED);
    refused(
        "unknown sslmode",
        url("postgresql://db/x?sslmode=yes"),
        "DB_URL: sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full.");
    refused(
        "authority that is not there",
        url("postgresql://db/x?sslmode=verify-full&sslrootcert=/none/ca.crt"),
        "DB_URL names a file that cannot be read: /none/ca.crt.");
    refused(
        "replica's URL",
        Map.of("DB_READ_URL", "jdbc:postgresql://db/x"),
        "DB_READ_URL must be like postgresql://host:port/name.");
  }

  private static Map<String, String> url(String url) {
    return Map.of("DB_URL", url);
  }

  private void operators() {
    String together = "PAYMENTS_OPERATOR_KEY and PAYMENTS_OPERATOR_SECRET go together.";
    refused(
        "short operators' secret",
        Map.of("PAYMENTS_OPERATOR_SECRET", PASSWORD),
        "PAYMENTS_OPERATOR_SECRET must have at least 32 characters.");
    refused("operators' key alone", Map.of("PAYMENTS_OPERATOR_SECRET", ""), together);
    refused("operators' secret alone", Map.of("PAYMENTS_OPERATOR_KEY", ""), together);
    refused(
        "operators' secret twice",
        Map.of("PAYMENTS_OPERATOR_SECRET_FILE", "/none"),
        "PAYMENTS_OPERATOR_SECRET and PAYMENTS_OPERATOR_SECRET_FILE must not both be set.");
    refused(
        "operators' port of partners",
        Map.of("PAYMENTS_OPERATOR_PORT", "8080", "QUARKUS_HTTP_PORT", "8080"),
        "PAYMENTS_OPERATOR_PORT and QUARKUS_HTTP_PORT must differ.");
    refused(
        "management port of partners",
        Map.of("PAYMENTS_MANAGEMENT_PORT", "8080", "QUARKUS_HTTP_PORT", "8080"),
        "PAYMENTS_MANAGEMENT_PORT and QUARKUS_HTTP_PORT must differ.");
    refused(
        "operators' port of management",
        Map.of("PAYMENTS_OPERATOR_PORT", "9000", "PAYMENTS_MANAGEMENT_PORT", "9000"),
        "PAYMENTS_MANAGEMENT_PORT and PAYMENTS_OPERATOR_PORT must differ.");
    refused(
        "operators' port of TLS",
        Map.of("PAYMENTS_OPERATOR_PORT", "8443"),
        "PAYMENTS_OPERATOR_PORT and QUARKUS_HTTP_SSL_PORT must differ.");
    refused(
        "operators' port as a URL",
        Map.of("PAYMENTS_OPERATOR_PORT", "tcp://10.0.0.1:80"),
        "PAYMENTS_OPERATOR_PORT must be a whole number.");
    refused(
        "operators' port out of range",
        Map.of("PAYMENTS_OPERATOR_PORT", "70000"),
        "PAYMENTS_OPERATOR_PORT must be from 0 to 65535.");
  }

  private void identityProvider() {
    String issuer = "PAYMENTS_OPERATOR_OIDC_ISSUER";
    String client = "PAYMENTS_OPERATOR_OIDC_CLIENT_ID";
    String notSafe = issuer + " must be an https:// URL without user, query and fragment.";
    refused(
        "identity provider without a client",
        Map.of(issuer, "https://login.example.com"),
        issuer + " and " + client + " go together.");
    refused(
        "identity provider by plain HTTP",
        Map.of(issuer, "http://login.example.com", client, "payments"),
        notSafe);
    refused(
        "identity provider with a password",
        Map.of(issuer, "https://me:" + PASSWORD + "@login.example.com", client, "payments"),
        notSafe);
    refused(
        "log-ins by no identity provider",
        Map.of("PAYMENTS_OPERATOR_OIDC_ONLY", "true"),
        "PAYMENTS_OPERATOR_OIDC_ONLY needs " + issuer + ".");
    refused(
        "identity tokens that never get old",
        identityProviderWith("PAYMENTS_OPERATOR_OIDC_MAX_AGE", "2h"),
        "PAYMENTS_OPERATOR_OIDC_MAX_AGE must be from 1s to 1h.");
    refused(
        "identity provider that is asked for its keys all the time",
        identityProviderWith("PAYMENTS_OPERATOR_OIDC_KEYS_EVERY", "10ms"),
        "PAYMENTS_OPERATOR_OIDC_KEYS_EVERY must be from 1s to 1m.");
  }

  private static Map<String, String> identityProviderWith(String setting, String value) {
    return Map.of(
        "PAYMENTS_OPERATOR_OIDC_ISSUER",
        "https://login.example.com",
        "PAYMENTS_OPERATOR_OIDC_CLIENT_ID",
        "payments",
        setting,
        value);
  }

  private void certificates() {
    String certificate = "PAYMENTS_OPERATOR_TLS_CERTIFICATE_FILE";
    String key = "PAYMENTS_OPERATOR_TLS_KEY_FILE";
    refused(
        "operators' certificate without a key",
        Map.of(certificate, "/none.crt"),
        certificate + " and " + key + " go together.");
    refused(
        "operators' certificate that is not there",
        Map.of(certificate, "/none.crt", key, "/none.key"),
        certificate + " names a file that cannot be read: /none.crt.");
    refused(
        "operators' certificate read too often",
        Map.of("PAYMENTS_OPERATOR_TLS_REFRESH_EVERY", "10ms"),
        "PAYMENTS_OPERATOR_TLS_REFRESH_EVERY must be at least 1s.");
  }

  private void values() {
    refused(
        "port of partners in words",
        Map.of("QUARKUS_HTTP_PORT", "http"),
        "QUARKUS_HTTP_PORT must be a whole number.");
    refused(
        "port of partners out of range",
        Map.of("QUARKUS_HTTP_PORT", "70000"),
        "QUARKUS_HTTP_PORT must be from 0 to 65535.");
    refused(
        "duration in words",
        Map.of("PAYMENTS_DATABASE_SILENCE", "ten seconds"),
        "PAYMENTS_DATABASE_SILENCE must be a duration such as 5s, 10m or PT1H.");
    refused(
        "decimal in words",
        Map.of("PAYMENTS_FX_MAX_ROUNDING_PERCENT", "five"),
        "PAYMENTS_FX_MAX_ROUNDING_PERCENT must be a number.");
    refused(
        "amount in words",
        Map.of("PAYMENTS_CORRIDOR_LIMITS_KE_MOBILE_MINIMUM", "ten"),
        "PAYMENTS_CORRIDOR_LIMITS_KE_MOBILE_MINIMUM must be a number.");
    refused(
        "amount of a currency in words",
        Map.of("PAYMENTS_LIMITS_LARGEST_PAYOUT_KES", "a million"),
        "PAYMENTS_LIMITS_LARGEST_PAYOUT_KES must be a number.");
    refused(
        "tokens that end at once",
        Map.of("PAYMENTS_TOKEN_LIFETIME", "0s"),
        "PAYMENTS_TOKEN_LIFETIME must be at least 1s.");
    refused(
        "idempotency keys of an hour",
        Map.of("PAYMENTS_RETENTION_IDEMPOTENCY_KEYS", "1h"),
        "PAYMENTS_RETENTION_IDEMPOTENCY_KEYS must be a day or longer.");
    refused(
        "quotes of a second",
        Map.of("PAYMENTS_QUOTE_VALID_FOR", "1s"),
        "PAYMENTS_QUOTE_VALID_FOR must be 30s to 15m.");
    refused(
        "no refund at once",
        Map.of("PAYMENTS_REFUND_AT_ONCE", "0"),
        "PAYMENTS_REFUND_AT_ONCE must be 1 or more.");
    refused(
        "batches without items",
        Map.of("PAYMENTS_BULK_ITEMS_MOST", "0"),
        "PAYMENTS_BULK_ITEMS_MOST must be from 1 to 10000.");
    refused(
        "no scheduled batch",
        Map.of("PAYMENTS_BULK_SCHEDULE_MOST", "0"),
        "PAYMENTS_BULK_SCHEDULE_MOST must be from 1 to 1000.");
    refused(
        "no replay of a webhook",
        Map.of("PAYMENTS_WEBHOOK_REPLAYS_MOST", "0"),
        "PAYMENTS_WEBHOOK_REPLAYS_MOST must be 1 or more.");
    refused(
        "no wait for a locked webhook",
        Map.of("PAYMENTS_WEBHOOK_RECORD_LOCK_WAIT", "0s"),
        "PAYMENTS_WEBHOOK_RECORD_LOCK_WAIT must be from 1ms to 1s.");
    refused(
        "no webhook endpoint",
        Map.of("PAYMENTS_WEBHOOK_ENDPOINTS_MOST", "0"),
        "PAYMENTS_WEBHOOK_ENDPOINTS_MOST must be 1 or more.");
    refused(
        "no change of webhook endpoints at once",
        Map.of("PAYMENTS_WEBHOOK_ENDPOINTS_AT_ONCE", "0"),
        "PAYMENTS_WEBHOOK_ENDPOINTS_AT_ONCE must be 1 or more.");
    refused(
        "webhook endpoints that are too old before they are read again",
        Map.of("PAYMENTS_WEBHOOK_ENDPOINTS_MAX_AGE", "3s"),
        "PAYMENTS_WEBHOOK_ENDPOINTS_MAX_AGE must be twice PAYMENTS_WEBHOOK_ENDPOINTS_REFRESH_EVERY"
            + " or more.");
    refused(
        "no replay of a webhook in a day",
        Map.of("PAYMENTS_WEBHOOK_REPLAYS_PER_DAY", "0"),
        "PAYMENTS_WEBHOOK_REPLAYS_PER_DAY must be 1 or more.");
    refused(
        "no payment of an export",
        Map.of("PAYMENTS_EXPORT_MOST", "0"),
        "PAYMENTS_EXPORT_MOST must be 1 or more.");
    refused(
        "a page of an export beyond the memory",
        Map.of("PAYMENTS_EXPORT_PAGE", "1001"),
        "PAYMENTS_EXPORT_PAGE must be from 1 to 1000.");
    refused(
        "no export at once",
        Map.of("PAYMENTS_EXPORT_OPEN", "0"),
        "PAYMENTS_EXPORT_OPEN must be 1 or more.");
    refused(
        "no time for a reader of an export",
        Map.of("PAYMENTS_EXPORT_READER_TIMEOUT", "0.9s"),
        "PAYMENTS_EXPORT_READER_TIMEOUT must be 1 second or more.");
    refused(
        "no list of webhooks at once",
        Map.of("PAYMENTS_WEBHOOK_LISTS_AT_ONCE", "0"),
        "PAYMENTS_WEBHOOK_LISTS_AT_ONCE must be 1 or more.");
    refused(
        "no summary at once",
        Map.of("PAYMENTS_SUMMARY_AT_ONCE", "0"),
        "PAYMENTS_SUMMARY_AT_ONCE must be 1 or more.");
    refused(
        "no replay at once",
        Map.of("PAYMENTS_WEBHOOK_REPLAYS_AT_ONCE", "0"),
        "PAYMENTS_WEBHOOK_REPLAYS_AT_ONCE must be 1 or more.");
    refused(
        "fewer quotes than none",
        Map.of("PAYMENTS_QUOTE_MAX_OPEN", "-1"),
        "PAYMENTS_QUOTE_MAX_OPEN must be 0 or more.");
    refused(
        "no change of keys at once",
        Map.of("PAYMENTS_API_KEYS_AT_ONCE", "0"),
        "PAYMENTS_API_KEYS_AT_ONCE must be at least 1.");
    refused(
        "events of an hour",
        Map.of("PAYMENTS_EVENTS_KEPT", "1h"),
        "PAYMENTS_EVENTS_KEPT must be a day or longer.");
    refused(
        "no API key of a business",
        Map.of("PAYMENTS_API_KEYS_MOST", "0"),
        "PAYMENTS_API_KEYS_MOST must be at least 1.");
    refused(
        "unknown mode",
        Map.of("PAYMENTS_PAYOUT_SUBMISSION", "maybe"),
        "PAYMENTS_PAYOUT_SUBMISSION=maybe is not one of on, ask-only, off.");
    refused(
        "networks of proxies",
        Map.of("QUARKUS_HTTP_PROXY_TRUSTED_PROXIES", "10.0.0.0/99"),
        "QUARKUS_HTTP_PROXY_TRUSTED_PROXIES must be addresses or networks of proxies such as"
            + " 10.0.0.0/8.");
    refused(
        "forbidden networks",
        Map.of("PAYMENTS_WEBHOOK_FORBIDDEN_NETWORKS", "10.0.0.0/99"),
        "PAYMENTS_WEBHOOK_FORBIDDEN_NETWORKS:"
            + " not a network such as 203.0.113.0/24: 10.0.0.0/99.");
    refused(
        "pairs of currencies",
        Map.of(
            "PAYMENTS_FX_REFRESH_URL",
            "https://rates.example/latest?key=" + PASSWORD,
            "PAYMENTS_FX_REFRESH_PAIRS",
            "USD-KES=/rates/KES"),
        "PAYMENTS_FX_REFRESH_PAIRS: \"USD-KES=/rates/KES\" is not like USD_KES=/rates/KES.");
  }

  private void limits() {
    String corridor = "PAYMENTS_CORRIDOR_LIMITS_KE_MOBILE_";
    refused(
        "no request a minute",
        Map.of("PAYMENTS_RATE_LIMIT_PER_MINUTE", "0"),
        "PAYMENTS_RATE_LIMIT_PER_MINUTE must be at least 1.");
    refused(
        "no connection of an address",
        Map.of("PAYMENTS_HTTP_CONNECTIONS_PER_ADDRESS", "0"),
        "PAYMENTS_HTTP_CONNECTIONS_PER_ADDRESS must be at least 1.");
    refused(
        "negative time",
        Map.of("PAYMENTS_HTTP_ARRIVAL_TIMEOUT", "-1s"),
        "PAYMENTS_HTTP_ARRIVAL_TIMEOUT must be 0s or longer.");
    refused(
        "limit in words",
        Map.of("PAYMENTS_RATE_LIMIT_PER_MINUTE", "many"),
        "PAYMENTS_RATE_LIMIT_PER_MINUTE must be a whole number.");
    refused(
        "empty page",
        Map.of("PAYMENTS_STATEMENT_PAGE", "0"),
        "PAYMENTS_STATEMENT_PAGE must be at least 1.");
    refused(
        "no payout an hour",
        Map.of("PAYMENTS_LIMITS_PAYOUTS_PER_HOUR", "0"),
        "PAYMENTS_LIMITS_PAYOUTS_PER_HOUR must be at least 1.");
    refused(
        "finer sum of a day than its currency",
        Map.of("PAYMENTS_LIMITS_DAILY_PAYOUTS_UG", "0.5"),
        "PAYMENTS_LIMITS_DAILY_PAYOUTS_UG must be an amount above 0 with at most 0 decimal places.");
    refused(
        "corridor without amounts",
        Map.of(corridor + "MINIMUM", "500", corridor + "MAXIMUM", "100"),
        corridor + "MINIMUM must not exceed " + corridor + "MAXIMUM.");
    refused(
        "corridor of an unknown country",
        Map.of("PAYMENTS_CORRIDOR_LIMITS_NG_MOBILE_MAXIMUM", "100"),
        "PAYMENTS_CORRIDOR_LIMITS_NG: NG is not one of KE, TZ, UG, ZA.");
    refused(
        "corridor of an unknown channel",
        Map.of("PAYMENTS_CORRIDOR_LIMITS_KE_CASH_MAXIMUM", "100"),
        "PAYMENTS_CORRIDOR_LIMITS_KE_CASH: CASH is not one of MOBILE, TILL, PAYBILL, BANK.");
    refused(
        "collections of an unknown country",
        Map.of("PAYMENTS_COLLECTION_LIMITS_ZA_MINIMUM", "100"),
        "PAYMENTS_COLLECTION_LIMITS_ZA: ZA is not one of KE, TZ, UG.");
  }

  private void files() {
    refused(
        "settings that are not there",
        Map.of("QUARKUS_CONFIG_LOCATIONS", "/none/rails.properties"),
        "QUARKUS_CONFIG_LOCATIONS names a file that cannot be read: /none/rails.properties.");
  }

  private void refused(String name, Map<String, String> changes, String sentence) {
    all.add(new WrongConfiguration(name, changes, sentence));
  }
}
