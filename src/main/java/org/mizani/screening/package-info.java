/** Screening of payouts by the operator's own service, before their submission (ADR 40). */
package org.mizani.screening;
