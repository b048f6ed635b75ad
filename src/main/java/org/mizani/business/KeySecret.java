package org.mizani.business;

import java.util.Optional;

/**
 * Secret of an API key, as it is stored.
 *
 * @param signatureEncrypted the static webhook signature that derives from it
 * @param secretEncrypted the secret itself, if the legacy scheme signs with it
 */
record KeySecret(SecretHash hash, byte[] signatureEncrypted, Optional<byte[]> secretEncrypted) {

  @Override
  public String toString() {
    return "KeySecret[…]";
  }
}
