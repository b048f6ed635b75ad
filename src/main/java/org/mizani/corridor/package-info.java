/** Where money goes: countries, channels, recipients and the rules of each corridor. */
package org.mizani.corridor;
