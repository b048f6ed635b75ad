/** Exchange rates, their daily refresh and quotes. */
package org.mizani.fx;
