package org.mizani.business;

/** The contexts that an API key's encrypted values are bound to. */
public final class ApiKeySecrets {

  private ApiKeySecrets() {}

  /** Of the static webhook signature. */
  public static String signatureContext(String apiKey) {
    return "api-key/" + apiKey + "/signature";
  }

  /** Of the secret itself, kept for the legacy signature scheme only. */
  public static String secretContext(String apiKey) {
    return "api-key/" + apiKey + "/secret";
  }
}
