/** The audit log of operators' changes. */
package org.mizani.operator.audit;
