/** HTTP message signatures as pawaPay uses them in both directions (RFC 9421, RFC 9530). */
package org.mizani.rail.pawapay.signature;
