package org.mizani.launch.sandbox;

/** Refusal to start; its message is one sentence for the operator: the reason. */
public final class LaunchException extends RuntimeException {

  public LaunchException(String sentence) {
    super(sentence);
  }

  public LaunchException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
