/** Encryption of what must not lie in the database in clear: personal data, webhook secrets. */
package org.mizani.vault;
