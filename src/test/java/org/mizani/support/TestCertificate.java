package org.mizani.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server's certificate with its key, and the authority that vouches for it, made by the JDK's
 * keytool.
 */
public final class TestCertificate {

  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "server";
  private static final String AUTHORITY = "authority";

  private final Path keyStore;

  private TestCertificate(Path keyStore) {
    this.keyStore = keyStore;
  }

  /** Describes a valid certificate of this name. */
  public static Order of(String name) {
    return new Order(name, List.of());
  }

  /** Name and validity of a certificate to be made. */
  public record Order(String name, List<String> validity) {

    /** The order of a certificate that expired years ago. */
    public Order expired() {
      return new Order(name, List.of("-startdate", "2020/01/01 00:00:00", "-validity", "1"));
    }

    /** Makes it, in files of this directory. */
    public TestCertificate in(Path directory) {
      Path file = directory.resolve(name + (validity.isEmpty() ? "" : "-expired") + ".p12");
      make(file, AUTHORITY, List.of("-dname", "CN=Authority", "-ext", "bc:c=ca:true"));
      List<String> signed = new ArrayList<>(validity);
      signed.addAll(List.of("-dname", "CN=" + name, "-ext", "san=dns:" + name));
      signed.addAll(List.of("-signer", AUTHORITY));
      make(file, ALIAS, signed);
      TestCertificate certificate = new TestCertificate(file);
      certificate.forgetAuthority();
      return certificate;
    }

    private static void make(Path file, String alias, List<String> how) {
      List<String> options = new ArrayList<>(List.of("-alias", alias, "-keyalg", "EC"));
      options.addAll(how);
      keytool(file, "-genkeypair", options);
    }
  }

  /** A PEM file of the certificate. */
  public Path certificatePem() {
    return certificate("crt", 0);
  }

  /** A PEM file of the certificate of the authority that vouches for it. */
  public Path authorityPem() {
    return certificate("authority.crt", 1);
  }

  private Path certificate(String ending, int place) {
    try {
      byte[] bytes = keys().getCertificateChain(ALIAS)[place].getEncoded();
      return pem(ending, "CERTIFICATE", bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A PEM file of its key. */
  public Path keyPem() {
    try {
      Key key = keys().getKey(ALIAS, PASSWORD.toCharArray());
      return pem("key", "PRIVATE KEY", key.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The context of servers that show it, and of clients that trust its authority alone. */
  public SSLContext context() {
    try {
      KeyStore keys = keys();
      KeyManagerFactory shown =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      shown.init(keys, PASSWORD.toCharArray());
      KeyStore anchors = KeyStore.getInstance("PKCS12");
      anchors.load(null, null);
      anchors.setCertificateEntry(AUTHORITY, keys.getCertificateChain(ALIAS)[1]);
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(anchors);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void forgetAuthority() {
    try {
      KeyStore keys = keys();
      keys.deleteEntry(AUTHORITY);
      try (OutputStream out = Files.newOutputStream(keyStore)) {
        keys.store(out, PASSWORD.toCharArray());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private KeyStore keys() throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(keyStore)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      return keys;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path pem(String ending, String label, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    try {
      return Files.writeString(
          keyStore.resolveSibling(keyStore.getFileName() + "." + ending),
          "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void keytool(Path keyStore, String action, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    // It runs for an instant: an optimising compiler does not pay.
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of(action, "-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", keyStore.toString()));
    command.addAll(options);
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      if (!keytool.waitFor(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS)
          || keytool.exitValue() != 0) {
        throw new IllegalStateException(new String(keytool.getInputStream().readAllBytes()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
