/** FX rates that operators enter. */
package org.mizani.operator.rate;
