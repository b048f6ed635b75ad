package org.mizani.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;

/** The fields that we use of CloudNativePG's nightly backup; each of them is required. */
record ScheduledBackup(String apiVersion, String kind, ObjectMeta metadata, Spec spec) {

  record Spec(
      String schedule,
      boolean immediate,
      String backupOwnerReference,
      Named cluster,
      String target,
      String method,
      Named pluginConfiguration) {}

  record Named(String name) {}
}
