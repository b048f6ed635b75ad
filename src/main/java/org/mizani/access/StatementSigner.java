package org.mizani.access;

import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jose4j.json.JsonUtil;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwx.HeaderParameterNames;
import org.jose4j.lang.JoseException;
import org.mizani.service.ServiceConfig;

/**
 * Signer of statements: a JWS with the key that signs tokens (ADR 33). Type and audience are its
 * own, and it has neither an end nor a group, so that no statement is accepted in place of a token.
 */
@Singleton
public final class StatementSigner {

  private static final String TYPE = "statement+jwt";
  private static final String ISSUER = "business-payments";
  private static final String AUDIENCE = "business-payments-statement:";

  private final TokenKeys keys;
  private final InstantSource clock;
  private final String audience;

  StatementSigner(TokenKeys keys, InstantSource clock, ServiceConfig service) {
    this.keys = keys;
    this.clock = clock;
    this.audience = AUDIENCE + service.environment().code();
  }

  /**
   * The compact form of the signed claims; signing takes about a millisecond of processor time.
   *
   * @param subject the public id of the business
   */
  public String sign(String subject, Map<String, ?> claims) {
    Map<String, Object> signed = new LinkedHashMap<>();
    signed.put("iss", ISSUER);
    signed.put("aud", audience);
    signed.put("sub", subject);
    signed.put("iat", clock.instant().getEpochSecond());
    signed.putAll(claims);
    TokenKeySet current = keys.current();
    JsonWebSignature statement = new JsonWebSignature();
    statement.setHeader(HeaderParameterNames.TYPE, TYPE);
    statement.setAlgorithmHeaderValue(AlgorithmIdentifiers.RSA_USING_SHA256);
    statement.setKeyIdHeaderValue(current.signingId());
    statement.setPayload(JsonUtil.toJson(signed));
    statement.setKey(current.signing());
    try {
      return statement.getCompactSerialization();
    } catch (JoseException e) {
      throw new IllegalStateException(e);
    }
  }
}
