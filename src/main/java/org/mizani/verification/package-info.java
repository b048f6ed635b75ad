/** Verification of recipients: the holder of an account, before a partner pays to it. */
package org.mizani.verification;
