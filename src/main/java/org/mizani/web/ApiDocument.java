package org.mizani.web;

import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What the OpenAPI document says of the interface as a whole. */
@OpenAPIDefinition(
    info =
        @Info(
            title = "Business Payments",
            version = "1",
            description =
                "Pay out to phones, tills, paybills and bank accounts in Kenya, Tanzania, Uganda"
                    + " and South Africa. Exchange your API key and secret for a token at"
                    + " `/business/auth`, then authorise with it. In the sandbox the key is"
                    + " `pk_test_demo` and the secret `sk_test_demo`.",
            license =
                @License(
                    name = "Apache-2.0",
                    url = "https://www.apache.org/licenses/LICENSE-2.0.html")),
    security = @SecurityRequirement(name = ApiDocument.TOKEN),
    tags = {
      @Tag(name = "Access", description = "Tokens"),
      @Tag(name = "Balances", description = "What wallets hold"),
      @Tag(name = "Rates", description = "FX rates in force"),
      @Tag(name = "QR", description = "What merchants' codes say"),
      @Tag(name = "Payouts", description = "Sending money"),
      @Tag(name = "Transactions", description = "What became of payouts")
    })
@SecurityScheme(
    securitySchemeName = ApiDocument.TOKEN,
    type = SecuritySchemeType.HTTP,
    scheme = "bearer",
    bearerFormat = "JWT",
    description = "The accessToken of /business/auth, valid for 3600 seconds")
public final class ApiDocument {

  /** The name of the scheme by which all operations but one are entered. */
  static final String TOKEN = "token";

  private ApiDocument() {}
}
