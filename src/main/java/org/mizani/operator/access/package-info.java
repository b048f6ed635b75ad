/** Operators' credential, tokens and port. */
package org.mizani.operator.access;
