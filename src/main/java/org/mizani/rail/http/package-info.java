/** HTTP of connectors: one kind of client for all networks, with limits. */
package org.mizani.rail.http;
