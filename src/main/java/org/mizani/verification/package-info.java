/** Tells partners whose account it is before they pay to it. */
package org.mizani.verification;
