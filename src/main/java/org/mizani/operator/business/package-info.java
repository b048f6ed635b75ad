/** Operators' administration of businesses and their credentials. */
package org.mizani.operator.business;
