/** Exchange rates and quotes. */
package org.mizani.fx;
