/** Figures of all payments together, for those on call. */
package org.mizani.figures;
