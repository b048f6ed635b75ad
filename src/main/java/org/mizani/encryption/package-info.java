/** Field encryption: personal data and secrets as the database keeps them. */
package org.mizani.encryption;
