package org.mizani.access;

import io.smallrye.jwt.auth.principal.DefaultJWTParser;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.InstantSource;
import org.mizani.service.ServiceConfig;
import org.mizani.support.BuildKeys;
import org.mizani.support.Defaults;

/** Issuers of tokens without a service. */
public final class TestTokens {

  private TestTokens() {}

  /** An issuer with the tests' pair, whose files are written to this directory. */
  public static TokenIssuer issuer(Path directory) {
    KeyPair pair = BuildKeys.pair("token");
    return issuer(new KeyFolder(directory).write(KeyFolder.files(pair, pair)).keys());
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
}
