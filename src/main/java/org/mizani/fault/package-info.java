/** Catalogue of the errors that the service answers, and the exception that carries one. */
package org.mizani.fault;
