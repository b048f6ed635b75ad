/** The daily refresh of the rates from a source, and the audited entry of a rate. */
package org.mizani.fx.refresh;
