/** What the embedded sandbox comes with, so that it can be used at once. */
package org.mizani.sandbox;
