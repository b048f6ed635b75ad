/** Reading merchant QR codes: who is paid, over which network, and how much. */
package org.mizani.qr;
