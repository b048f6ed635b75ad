/**
 * What every HTTP exchange has in common: errors, JSON, request ids, limits of size, and what the
 * OpenAPI document says of the interface as a whole. {@link DocumentFilter} adds to the documents
 * what is alike in every operation, {@link Glossary} what is alike in every field of one name.
 */
@OpenAPIDefinition(
    info =
        @Info(
            title = "Business Payments",
            version = "1",
            description =
                """
                Pay out to phones, tills, paybills and bank accounts in Kenya, Tanzania, Uganda and \
                South Africa, collect from customers' phones, verify recipients, decode merchants' \
                QR codes, and read wallets, rates and what became of each payment.

                ## Try it here
                1. Open `POST /business/auth`, press *Try it out*, then *Execute*: the example has \
                the key and secret of the sandbox's demo business.
                2. Copy `accessToken` from the answer, press *Authorize* at the top, paste it. It is \
                valid for an hour and this page keeps it over a reload.
                3. Every other operation now works with its example as it stands. A payout's or \
                collection's reference pays once: sent a second time it is answered 409, so change \
                it to pay again.

                ## Requests and answers
                Bodies are JSON objects with `Content-Type: application/json`, of 64 KiB at most; \
                properties that are not known are ignored. Amounts are JSON numbers in major units \
                and plain decimals (`1000.5`), no finer than the currency's minor units: 2 decimal \
                places, for UGX none. Times are ISO 8601 in UTC. Country and currency codes are upper \
                case.

                Every answer has an `X-Request-Id`: yours, if you send one of up to 128 letters, \
                digits and `._:-`. Quote it when you ask about a request.

                ## Errors
                Most errors are `{"code":0,"error":"<message>"}`, those of the Authorization header \
                `{"message":"<message>"}`. Checks run in this order, and the first that fails is \
                answered: token, rate limit, body, fields in the order of `required`, then the \
                reference (409), the rate (404), the recipient (422) and the balance (412).

                ## Rate limit
                60 requests a minute and API key in the test environment, 100 in production. \
                `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` say where you \
                are; beyond it the answer is 429 with `Retry-After` in seconds. So is that to \
                authentications from an address from which too many of a minute have failed.

                ## Trying again
                Your own reference makes a payout or collection happen once. If an answer did not \
                arrive, send the same request again: 201 says that it had not been made, 409 that it \
                had; then read the payout, or list the collection, by its reference.

                ## Webhooks
                When a payout or collection reaches its final status, the service posts it to the \
                request's `callbackUrl`, or to the business's default. Whatever is not answered 2xx \
                within 10 seconds is sent again for about three days: at least once, so deduplicate. \
                Check `webhook-signature` as [Standard Webhooks](https://www.standardwebhooks.com/) \
                says. The `signature` in the body is the SHA-256 of `<apiKey>:<apiSecret>` in \
                hexadecimal: it proves only that the sender knows the key.
                """,
            license =
                @License(
                    name = "Apache-2.0",
                    url = "https://www.apache.org/licenses/LICENSE-2.0.html")),
    security = @SecurityRequirement(name = "token"),
    tags = {
      @Tag(name = "Access", description = "Tokens"),
      @Tag(name = "Balances", description = "What wallets hold"),
      @Tag(name = "Rates", description = "FX rates in force"),
      @Tag(name = "Verification", description = "Whose account it is, before paying to it"),
      @Tag(name = "QR", description = "What merchants' codes say"),
      @Tag(name = "Banks", description = "Banks that payouts reach"),
      @Tag(name = "Payouts", description = "Sending money"),
      @Tag(name = "Transactions", description = "What became of payouts"),
      @Tag(name = "Collections", description = "Asking customers' phones for money")
    },
    components =
        @Components(
            schemas = {
              @Schema(name = "Error", implementation = FaultBody.Usual.class),
              @Schema(name = "AuthorizationError", implementation = FaultBody.Authorization.class)
            },
            securitySchemes =
                @SecurityScheme(
                    securitySchemeName = "token",
                    type = SecuritySchemeType.HTTP,
                    scheme = "bearer",
                    bearerFormat = "JWT",
                    description = "The accessToken of /business/auth, valid for 3600 seconds")))
package org.mizani.web;

import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.fault.FaultBody;
