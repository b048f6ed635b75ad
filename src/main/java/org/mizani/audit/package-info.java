/** The audit log: changes of what operators administer, written with the change. */
package org.mizani.audit;
