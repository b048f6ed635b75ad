package org.mizani.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pairs of keys of each kind that a certificate may have. */
class KeyPairsTest {

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void aPairBelongsTogetherAndTwoHalvesDoNot(String kind) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    KeyPair one = generator.generateKeyPair();
    KeyPair other = generator.generateKeyPair();

    assertThat(KeyPairs.belongTogether(one.getPrivate(), one.getPublic())).isTrue();
    assertThat(KeyPairs.belongTogether(one.getPrivate(), other.getPublic())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "Ed25519"})
  void keysOfTwoKindsDoNot(String kind) throws GeneralSecurityException {
    KeyPair curve = KeyPairGenerator.getInstance("EC").generateKeyPair();
    KeyPair other = KeyPairGenerator.getInstance(kind).generateKeyPair();

    assertThat(KeyPairs.belongTogether(curve.getPrivate(), other.getPublic())).isFalse();
    assertThat(KeyPairs.belongTogether(other.getPrivate(), curve.getPublic())).isFalse();
  }
}
