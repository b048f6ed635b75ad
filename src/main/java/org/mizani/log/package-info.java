/** Log lines without secrets, personal data or noise of libraries, and the health of jobs. */
package org.mizani.log;
