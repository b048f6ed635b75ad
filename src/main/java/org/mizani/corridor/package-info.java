/** Corridors that money is sent by: countries, channels, recipients, banks and their rules. */
package org.mizani.corridor;
