/** Daraja, the interface of M-PESA in Kenya: its messages, and their meaning for the core. */
package org.mizani.rail.daraja;
