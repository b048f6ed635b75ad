/** Start of the process: the service, the sandbox, or a command. */
package org.mizani.launch;
