/**
 * Access of operators: credential, tokens and port of {@code /operator}, the interface of the
 * service's administrators. Partners never see it. Every change there is in the audit log, written
 * in the transaction of the change.
 */
package org.mizani.operator.access;
