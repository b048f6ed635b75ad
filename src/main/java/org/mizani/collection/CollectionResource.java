package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.log.RedactedFailure;
import org.mizani.paging.PageSize;

/** {@code /business/collections} (specification, sections 4.13 to 4.15). */
@Path("/business/collections")
public class CollectionResource {

  private static final Logger LOG = Logger.getLogger(CollectionResource.class);
  private static final int CREATED = 201;
  private static final Pattern ID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private final Collections collections;
  private final CollectionForm form;
  private final CustomerEncryption encryption;
  private final CurrentCaller caller;
  private final CollectionReading recorded;

  CollectionResource(
      Collections collections,
      CollectionForm form,
      CustomerEncryption encryption,
      CurrentCaller caller,
      CollectionReading recorded) {
    this.collections = collections;
    this.form = form;
    this.encryption = encryption;
    this.caller = caller;
    this.recorded = recorded;
  }

  /** Collections, newest first. */
  public record CollectionList(List<CollectionAnswer> items) {}

  /** Prompts a customer to pay. A caller that hangs up does not stop what it has begun. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  public Uni<CollectionAnswer> create(CollectionRequest request) {
    Caller business = caller.get();
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    if (!business.collections().enabled()) {
      throw ApiFault.COLLECTIONS_NOT_ENABLED.asException();
    }
    return collections.create(business, form.read(request)).map(CollectionAnswer::of);
  }

  /** One collection as it stands. */
  @GET
  @Path("/{collectionId}")
  public Uni<CollectionAnswer> read(@RestPath String collectionId) {
    Caller business = caller.get();
    return idOf(collectionId)
        .map(id -> recorded.find(business.businessId(), id))
        .orElseGet(() -> Uni.createFrom().item(Optional.empty()))
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .map(found -> answer(found, business));
  }

  /** The newest collections. */
  @GET
  public Uni<CollectionList> list(@RestQuery String limit, @RestQuery String reference) {
    Caller business = caller.get();
    int most = PageSize.DEFAULT.of(limit);
    Optional<String> wanted = Fields.optional("reference", reference);
    return wanted
        .map(one -> recorded.withReference(business.businessId(), one))
        .orElseGet(() -> recorded.newest(business.businessId(), most))
        .map(found -> found.stream().map(one -> answer(one, business)).toList())
        .map(CollectionList::new);
  }

  private CollectionAnswer answer(Collection found, Caller business) {
    return CollectionAnswer.of(found, customerOf(found), business.publicId());
  }

  /** One that cannot be read (its key is gone) must not hide all else that there is to know. */
  private Customer customerOf(Collection found) {
    try {
      return encryption.decrypt(found.id(), found.customerEncrypted());
    } catch (IllegalArgumentException | IllegalStateException e) {
      LOG.errorf(
          "the customer of collection %s cannot be read: %s", found.id(), RedactedFailure.words(e));
      return Customer.UNREADABLE;
    }
  }

  private static Optional<UUID> idOf(String text) {
    return ID.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }
}
