/** The sandbox: a start with its own database, keys and demo business. */
package org.mizani.launch.sandbox;
