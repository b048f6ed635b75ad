package org.mizani.apikey;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.mizani.address.Networks;
import org.mizani.business.KeyScope;
import org.mizani.business.KeyTerms;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BodyFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;

/** Form of an API key's terms, as operators and businesses send them. */
@RegisterForReflection
public record ApiKeyForm(
    String name, List<String> scopes, List<String> allowedNetworks, String expiresAt) {

  private static final ClosedSet ALL = new ClosedSet(KeyScope.codes(List.of(KeyScope.values())));
  private static final ClosedSet GIVEN_BY_KEYS = new ClosedSet(KeyScope.codes(KeyScope.USUAL));
  private static final int MOST_NETWORKS = 50;

  /** The form of these terms. */
  public static ApiKeyForm of(KeyTerms terms) {
    return new ApiKeyForm(
        terms.name().orElse(null),
        terms.scopes().stream().sorted().map(KeyScope::code).toList(),
        terms.allowedNetworks(),
        terms.expiresAt().map(Instant::toString).orElse(null));
  }

  /**
   * The form in a body; a request without a body leaves all fields out.
   *
   * @throws ApiFault.ApiException 400 {@code invalid payload} for a body that is no JSON object, or
   *     has a value of another type
   */
  public static ApiKeyForm read(byte[] body, ObjectMapper mapper) {
    if (body == null || body.length == 0) {
      return new ApiKeyForm(null, null, null, null);
    }
    try {
      ApiKeyForm form = mapper.readValue(body, ApiKeyForm.class);
      Fields.requireBody(form);
      return form;
    } catch (IOException e) {
      throw BodyFault.of(e).asException();
    }
  }

  /** The same form with the usual scopes where none are said. */
  public ApiKeyForm withDefaults() {
    return new ApiKeyForm(
        name,
        Optional.ofNullable(scopes).orElse(KeyScope.codes(KeyScope.USUAL)),
        allowedNetworks,
        expiresAt);
  }

  /**
   * The same form with the fields that were sent. A sent null is a value; a missing field stays.
   *
   * @throws ApiFault.ApiException 400 {@code invalid payload} for a value of another type
   */
  public ApiKeyForm with(ObjectNode sent, ObjectMapper mapper) {
    ObjectNode fields = mapper.valueToTree(this);
    fields.setAll(sent);
    try {
      return mapper.treeToValue(fields, ApiKeyForm.class);
    } catch (JsonProcessingException e) {
      throw BodyFault.of(e).asException();
    }
  }

  /** The same form with the networks and the end of these terms where they are left out. */
  ApiKeyForm completedBy(KeyTerms own) {
    ApiKeyForm known = of(own);
    return new ApiKeyForm(
        name,
        scopes,
        Optional.ofNullable(allowedNetworks).orElse(known.allowedNetworks),
        Fields.isBlank(expiresAt) ? known.expiresAt : expiresAt);
  }

  /**
   * The terms of this form, for a key that another key makes; refuses as {@link #parsed}, and
   * scopes that operators alone give.
   */
  KeyTerms parsedForKey() {
    return parsed(GIVEN_BY_KEYS);
  }

  /**
   * The terms of this form.
   *
   * @throws ApiFault.ApiException 400 with the name of the first field that breaks its rule
   */
  public KeyTerms parsed() {
    return parsed(ALL);
  }

  private KeyTerms parsed(ClosedSet known) {
    return new KeyTerms(
        Fields.optional("name", name),
        parsedScopes(known),
        parsedNetworks(),
        IsoTimestamp.find("expiresAt", expiresAt).map(IsoTimestamp::inMicros));
  }

  private Set<KeyScope> parsedScopes(ClosedSet known) {
    if (scopes == null || scopes.isEmpty()) {
      throw ApiFault.required("scopes").asException();
    }
    return scopes.stream()
        .map(scope -> KeyScope.of(known.required("scopes", scope)))
        .collect(Collectors.toSet());
  }

  private List<String> parsedNetworks() {
    List<String> networks = allowedNetworks == null ? List.of() : allowedNetworks;
    if (networks.size() > MOST_NETWORKS) {
      throw ApiFault.invalid("allowedNetworks", "must be at most " + MOST_NETWORKS + " networks")
          .asException();
    }
    networks.forEach(network -> Fields.required("allowedNetworks", network));
    try {
      Networks.parse(networks);
    } catch (IllegalArgumentException e) {
      throw ApiFault.invalid(
              "allowedNetworks", "must be networks such as 203.0.113.0/24 or 2001:db8::/32")
          .asException();
    }
    return networks;
  }
}
