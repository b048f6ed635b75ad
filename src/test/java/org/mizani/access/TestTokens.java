package org.mizani.access;

import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.auth.principal.DefaultJWTParser;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import io.smallrye.jwt.build.JwtSignatureBuilder;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.mizani.access.TokenIssuer.Bearer;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.service.ServiceConfig;
import org.mizani.support.BuildKeys;
import org.mizani.support.Defaults;

/** Issuers of tokens without a service, and tokens. */
public final class TestTokens {

  private TestTokens() {}

  /** An issuer with the tests' pair alone; it writes the files to this directory. */
  public static TokenIssuer issuer(Path directory) {
    return issuer(directory, "token");
  }

  /** An issuer with the pair of this name alone; it writes the files to this directory. */
  public static TokenIssuer issuer(Path directory, String pair) {
    KeyFolder folder = new KeyFolder(directory).write(KeyFolder.files(BuildKeys.pair(pair)));
    return issuer(folder.keys());
  }

  /** An issuer of the test environment with these keys. */
  static TokenIssuer issuer(TokenKeys keys) {
    return new TokenIssuer(
        keys,
        new DefaultJWTParser(),
        InstantSource.system(),
        Defaults.of(TokenConfig.class),
        Defaults.of(ServiceConfig.class));
  }

  /** A token that this issuer has checked; empty if it refuses it. */
  public static Optional<TokenIssuer.Checked> checked(
      TokenIssuer issuer, Bearer bearer, String token) {
    try {
      return Optional.of(issuer.check(bearer, token));
    } catch (ApiException refusal) {
      return Optional.empty();
    }
  }

  /** A partner's token of this pair, and a header with this id or none. */
  static String signed(KeyPair pair, String id) {
    return named(claims(), id).algorithm(SignatureAlgorithm.RS256).sign(pair.getPrivate());
  }

  /** A token to be signed, and a header with this id or none. */
  static JwtSignatureBuilder named(JwtClaimsBuilder claims, String id) {
    return id == null ? claims.jws() : claims.jws().keyId(id);
  }

  /** The claims of a partner's token. */
  static JwtClaimsBuilder claims() {
    Instant now = Instant.now();
    return Jwt.issuer("business-payments")
        .audience("business-payments:test")
        .subject("any")
        .groups("partner")
        .claim("api_key_id", 7L)
        .issuedAt(now.minusSeconds(10))
        .expiresAt(now.plusSeconds(3600));
  }
}
