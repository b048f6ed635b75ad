package org.mizani.payout;

import org.mizani.http.ClosedSet;

/** The allowed values of the specification's section 2.6 and of the sender's identity document. */
final class AllowedValues {

  static final ClosedSet PURPOSES =
      ClosedSet.of(
          "family_support",
          "education",
          "business_payment",
          "medical",
          "investment",
          "construction",
          "rent",
          "general",
          "fuel",
          "repairs",
          "gift",
          "personal_care",
          "food_and_groceries",
          "transport",
          "travel",
          "shopping",
          "entertainment",
          "donations",
          "other");

  static final ClosedSet SOURCES =
      ClosedSet.of(
          "salary", "savings", "business_income", "sale_of_assets", "investment_income", "other");

  static final ClosedSet ID_TYPES = ClosedSet.of("passport", "national_id", "driving_license");

  private AllowedValues() {}
}
