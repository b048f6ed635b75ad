package org.mizani.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.jwt.util.KeyUtils;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.mizani.encryption.KeyPairs;
import org.mizani.work.ReloadedSetting;

/**
 * Contents of the files of token keys.
 *
 * @param privateKey the key that signs, PKCS#8 in PEM
 * @param publicKey its public key, X.509 in PEM
 * @param accepted files of further public keys that are accepted, none or several in each
 * @param published files of public keys that are published only, likewise
 */
record TokenKeyFiles(
    String privateKey, String publicKey, List<String> accepted, List<String> published) {

  private static final String PRIVATE = "JWT_PRIVATE_KEY_FILE";
  private static final String PUBLIC = "JWT_PUBLIC_KEY_FILE";
  private static final String ACCEPTED = "PAYMENTS_TOKEN_ACCEPTED_KEY_FILES";
  private static final String PUBLISHED = "PAYMENTS_TOKEN_PUBLISHED_KEY_FILES";

  private static final int LEAST_BITS = 2048;
  private static final int MOST_ACCEPTED = 8;
  private static final int MOST_PUBLISHED = 32;
  private static final Pattern PUBLIC_KEY =
      Pattern.compile("-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----");

  /**
   * Reads the files.
   *
   * @throws ConfigurationException if one is not named, or cannot be read
   */
  static TokenKeyFiles read(TokenConfig config) {
    return new TokenKeyFiles(
        read(PRIVATE, config.privateKeyFile()),
        read(PUBLIC, config.publicKeyFile()),
        read(ACCEPTED, config.acceptedKeyFiles().orElse(List.of())),
        read(PUBLISHED, config.publishedKeyFiles().orElse(List.of())));
  }

  private static List<String> read(String setting, List<Path> files) {
    return files.stream().map(file -> ReloadedSetting.read(setting, file)).toList();
  }

  private static String read(String setting, Optional<Path> file) {
    return ReloadedSetting.read(
        setting,
        file.orElseThrow(() -> new ConfigurationException(setting + " must name a PEM file.")));
  }

  /**
   * The keys of the files.
   *
   * @throws ConfigurationException if one holds other keys than RSA of 2048 bits or more, or too
   *     many, or the pair does not belong together
   */
  TokenKeySet keys() {
    PrivateKey signing = privateKey(privateKey);
    List<RSAPublicKey> own = publicKeys(PUBLIC, publicKey);
    if (own.size() != 1) {
      throw new ConfigurationException(PUBLIC + " must hold one key.");
    }
    if (!KeyPairs.belongTogether(signing, own.get(0))) {
      throw new ConfigurationException(PRIVATE + " and " + PUBLIC + " do not belong together.");
    }
    List<TokenKey> keys = new ArrayList<>();
    keys.add(TokenKey.of(own.get(0)));
    keys.addAll(furtherKeys(ACCEPTED, accepted, MOST_ACCEPTED));
    return new TokenKeySet(
        signing, keys.get(0), keys, furtherKeys(PUBLISHED, published, MOST_PUBLISHED));
  }

  /** The keys of these files; a blank one holds none, as between two rotations. */
  private static List<TokenKey> furtherKeys(String setting, List<String> files, int most) {
    List<TokenKey> keys =
        files.stream()
            .filter(file -> !file.isBlank())
            .flatMap(file -> publicKeys(setting, file).stream())
            .map(TokenKey::of)
            .toList();
    if (keys.size() > most) {
      throw new ConfigurationException(setting + " must hold at most " + most + " keys.");
    }
    return keys;
  }

  private static PrivateKey privateKey(String pem) {
    try {
      if (KeyUtils.decodePrivateKey(pem) instanceof RSAPrivateKey key
          && key.getModulus().bitLength() >= LEAST_BITS) {
        return key;
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // No key at all is as wrong as a short one.
    }
    throw new ConfigurationException(
        PRIVATE + " must hold an RSA private key of 2048 bits or more in PEM (PKCS#8).");
  }

  private static List<RSAPublicKey> publicKeys(String setting, String pems) {
    List<String> keys = PUBLIC_KEY.matcher(pems).results().map(MatchResult::group).toList();
    // Text that is left over may be a key that is being written.
    if (keys.isEmpty() || !PUBLIC_KEY.matcher(pems).replaceAll("").isBlank()) {
      throw noPublicKeys(setting);
    }
    return keys.stream().map(pem -> publicKey(setting, pem)).toList();
  }

  private static RSAPublicKey publicKey(String setting, String pem) {
    try {
      if (KeyUtils.decodePublicKey(pem) instanceof RSAPublicKey key
          && key.getModulus().bitLength() >= LEAST_BITS) {
        return key;
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // No key at all is as wrong as a short one.
    }
    throw noPublicKeys(setting);
  }

  private static ConfigurationException noPublicKeys(String setting) {
    return new ConfigurationException(
        setting + " must hold RSA public keys of 2048 bits or more in PEM (X.509), and no more.");
  }

  @Override
  public String toString() {
    return "TokenKeyFiles[…]";
  }
}
