/** Reading the audit log. */
package org.mizani.operator.audit;
