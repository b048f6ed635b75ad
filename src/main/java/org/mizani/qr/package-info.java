/** Merchant QR codes and their decoding: payee, network and amount. */
package org.mizani.qr;
