package org.mizani.rail.check;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.util.NetUtil;
import io.smallrye.mutiny.TimeoutException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** Reach of an address: by TLS or on this machine, and why it failed, without quoting a URL. */
final class Reach {

  private Reach() {}

  /** Whether what is sent there can be read on the way. */
  static boolean isOpen(URI address) {
    return !"https".equalsIgnoreCase(address.getScheme()) && !isThisMachine(address);
  }

  private static boolean isThisMachine(URI address) {
    String host = String.valueOf(address.getHost());
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
    return host.equals("localhost") || host.equals("[::1]") || literal != null && literal[0] == 127;
  }

  /** Why there was no answer. */
  static String failure(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return "its name is not known";
      }
      if (cause instanceof SSLException || cause instanceof NotSslRecordException) {
        return "there is no TLS with a certificate that is trusted";
      }
      if (cause instanceof ConnectException || cause instanceof SocketException) {
        return "the connection is refused, or does not come about";
      }
      if (cause instanceof TimeoutException
          || cause instanceof java.util.concurrent.TimeoutException) {
        return "there is no answer in time";
      }
    }
    return "there is no answer (" + failure.getClass().getSimpleName() + ")";
  }
}
