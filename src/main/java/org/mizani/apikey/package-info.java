/** API keys on the wire: their form, their entries in the audit log, and a business's own ones. */
package org.mizani.apikey;
