package org.mizani.support;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.conscrypt.Conscrypt;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * RSA of the tests' JVMs in native code. These JVMs compile with the quick compiler alone, which
 * has no code of its own for large numbers, so that a signature takes 25 ms, and tests log in
 * thousands of times: a seventh of their time. Where there is no native code for the machine, the
 * JDK's RSA stays.
 */
public final class NativeRsa implements LauncherSessionListener {

  static final String NAME = "TestsRsa";

  private static final Map<String, String> ALGORITHMS =
      Map.of(
          "Signature", "SHA256withRSA",
          "Cipher", "RSA/ECB/PKCS1Padding",
          "KeyPairGenerator", "RSA");

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (Conscrypt.isAvailable()) {
      Security.insertProviderAt(new Rsa(Conscrypt.newProvider()), 1);
    }
  }

  /** Only the RSA of another provider. */
  private static final class Rsa extends Provider {

    Rsa(Provider origin) {
      super(NAME, "1", "RSA in native code");
      ALGORITHMS.forEach(
          (type, algorithm) -> putService(new Same(this, found(origin, type, algorithm))));
    }

    private static Service found(Provider origin, String type, String algorithm) {
      return Objects.requireNonNull(
          origin.getService(type, algorithm), () -> origin.getName() + " has no " + algorithm);
    }
  }

  private static final class Same extends Provider.Service {

    private final Provider.Service origin;

    Same(Provider provider, Provider.Service origin) {
      super(
          provider,
          origin.getType(),
          origin.getAlgorithm(),
          origin.getClassName(),
          List.of(),
          Map.of());
      this.origin = origin;
    }

    @Override
    public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
      return origin.newInstance(parameter);
    }

    @Override
    public boolean supportsParameter(Object parameter) {
      return origin.supportsParameter(parameter);
    }
  }
}
