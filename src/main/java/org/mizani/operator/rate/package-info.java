/** FX rates: entered by operators or refreshed daily from a source. */
package org.mizani.operator.rate;
