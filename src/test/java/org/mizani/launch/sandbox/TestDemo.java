package org.mizani.launch.sandbox;

import io.quarkus.runtime.StartupEvent;
import jakarta.inject.Singleton;

/** Registers the sandbox's demo business in a test, as a first start of the sandbox does. */
@Singleton
public class TestDemo {

  private final DemoBusiness demo;

  TestDemo(DemoBusiness demo) {
    this.demo = demo;
  }

  /** Registers the demo business, unless it is there. */
  public void register() {
    System.setProperty(DemoBusiness.SWITCH, "true");
    try {
      demo.register(new StartupEvent());
    } finally {
      System.clearProperty(DemoBusiness.SWITCH);
    }
  }
}
