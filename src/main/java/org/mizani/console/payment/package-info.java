/** Screens of payouts and collections: searches, and a payment with its timeline. */
package org.mizani.console.payment;
