/** Work queue of operators, and their decisions about requests of others. */
package org.mizani.console.work;
