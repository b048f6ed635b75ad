package org.mizani.fault;

/** Refusals about API keys, to operators and to businesses that manage their own. */
public final class KeyFault {

  public static final ApiFault API_KEY_NOT_FOUND =
      ApiFault.of(ErrorCode.RECORD_NOT_FOUND, "api key not found");
  public static final ApiFault LAST_MANAGE_KEY =
      ApiFault.of(ErrorCode.LAST_MANAGE_KEY, "no other api key has the scope manage");
  public static final ApiFault TOO_MANY_KEYS =
      ApiFault.of(ErrorCode.TOO_MANY_KEYS, "too many api keys");
  public static final ApiFault NETWORKS_BEYOND_OWN =
      ApiFault.invalid("allowedNetworks", "must lie within those of your api key");
  public static final ApiFault END_BEYOND_OWN =
      ApiFault.invalid("expiresAt", "must not be after that of your api key");

  private KeyFault() {}

  /** 409: the idempotency key has made this API key; its secret cannot be shown again. */
  public static ApiFault alreadyMade(String apiKey) {
    return ApiFault.of(ErrorCode.ALREADY_MADE, "api key " + apiKey + " was made already")
        .with("Location", "/business/api-keys/" + apiKey);
  }
}
