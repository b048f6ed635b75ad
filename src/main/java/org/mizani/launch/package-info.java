/** How the service starts: as it is configured, or, with no configuration, as its own sandbox. */
package org.mizani.launch;
