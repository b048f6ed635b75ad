/** Figures of all payments together, for the people who watch the service. */
package org.mizani.figures;
