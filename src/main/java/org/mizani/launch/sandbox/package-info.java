/** The sandbox: a start with its own database, keys and demo business; and the start's settings. */
package org.mizani.launch.sandbox;
