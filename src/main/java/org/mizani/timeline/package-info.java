/** Events of payments: what all timelines have in common, and the history that partners read. */
package org.mizani.timeline;
