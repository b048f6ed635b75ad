/** The parts that every HTTP exchange has in common: errors, JSON, request ids, limits of size. */
package org.mizani.http;
