package org.mizani.launch;

/** The service cannot start; the message is the one sentence that tells its operator why. */
public final class LaunchException extends RuntimeException {

  public LaunchException(String sentence) {
    super(sentence);
  }

  public LaunchException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
