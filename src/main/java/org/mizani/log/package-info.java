/** Log lines without secrets or personal data, and without the noise of libraries. */
package org.mizani.log;
