/** Events of a business: what became of its payments, in order (ADR 37). */
package org.mizani.event;
