/** Rails: the networks that carry money, the ports of their connectors and the guard of calls. */
package org.mizani.rail;
