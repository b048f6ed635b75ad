/** Check of a connected rail: settings, network, credentials, callbacks. */
package org.mizani.rail.check;
