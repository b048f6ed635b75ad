/** Start of the process: the service, the sandbox, or the command {@code migrate}. */
package org.mizani.launch;
