package org.mizani.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecretKeySelector;

/** The fields that we use of the Barman plugin's store of backups; each of them is required. */
record ObjectStore(String apiVersion, String kind, ObjectMeta metadata, Spec spec) {

  record Spec(
      String retentionPolicy, Configuration configuration, Sidecar instanceSidecarConfiguration) {}

  record Configuration(
      String destinationPath, Credentials s3Credentials, Stored wal, Stored data) {}

  record Credentials(SecretKeySelector accessKeyId, SecretKeySelector secretAccessKey) {}

  record Stored(String compression, String encryption) {}

  record Sidecar(ResourceRequirements resources) {}
}
