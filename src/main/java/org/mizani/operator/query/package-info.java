/** Queries of operators' operations: each has its parameters, and no others. */
package org.mizani.operator.query;
