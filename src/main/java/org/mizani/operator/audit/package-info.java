/** The audit log of what operators change. */
package org.mizani.operator.audit;
