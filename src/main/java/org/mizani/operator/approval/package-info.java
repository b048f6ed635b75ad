/** Operations of operators that wait until another operator approves them (ADR 25). */
package org.mizani.operator.approval;
