package org.mizani.launch;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ClientProxy;
import io.quarkus.arc.InjectableBean;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.mizani.service.SecretFiles;

/**
 * Creation of all beans at a start, before its first statement and its first job: a bean that
 * refuses a setting ends the start with its sentence, and does not wait for the request or the job
 * that needs it.
 */
@Singleton
final class EagerBeans {

  /** Before the schema is migrated. */
  private static final int FIRST = Interceptor.Priority.PLATFORM_BEFORE - 3;

  private static final String OURS = "org.mizani.";
  private static final Set<Class<?>> CREATED_ONCE =
      Set.of(Singleton.class, ApplicationScoped.class);

  void create(@Observes @Priority(FIRST) StartupEvent event, BeanManager beans, Config config) {
    SecretFiles.checkSources(name -> config.getOptionalValue(name, String.class).orElse(null));
    // That start has no keys, and is to go as far as it can.
    if (!ApplicationLifecycleManager.isAppCDSGeneration()) {
      beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
          .filter(bean -> bean.getBeanClass().getName().startsWith(OURS))
          .filter(bean -> CREATED_ONCE.contains(bean.getScope()))
          .map(bean -> (InjectableBean<?>) bean)
          .forEach(bean -> ClientProxy.unwrap(Arc.container().instance(bean).get()));
    }
  }
}
