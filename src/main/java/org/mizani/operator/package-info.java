/**
 * The operator interface: what administrators do, under {@code /operator}, with credentials of
 * their own. Partners never see it. Every change is in the audit log, written in the transaction of
 * the change.
 */
package org.mizani.operator;
