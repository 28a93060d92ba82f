package org.cyclecounter.bench.operations;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.cyclecounter.bench.BenchFunction;
import org.jspecify.annotations.Nullable;

/**
 * Classes written for JMH: what its annotations {@code Benchmark}, {@code State}, {@code Setup},
 * {@code TearDown} and {@code Param} say, by their names, without JMH's own harness. One thread,
 * the first value of each parameter, set-up once before and tear-down once after.
 */
final class JmhStyle implements Operation {

  private static final String ANNOTATIONS = "org.openjdk.jmh.annotations.";
  private static final String BLACKHOLE = "org.openjdk.jmh.infra.Blackhole";

  /** Without this, Blackhole's constructor refuses. */
  private static final String BLACKHOLE_WORDS =
      "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

  private final Method method;
  private final List<Object> states = new ArrayList<>();

  private JmhStyle(Method method) {
    this.method = method;
  }

  static List<Operation> benchmarksOf(Class<?> type) throws BadTarget {
    List<Operation> found = new ArrayList<>();
    Method[] methods = type.getMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      if (isBenchmark(method)) {
        found.add(benchmark(method));
      }
    }
    return found;
  }

  static boolean isBenchmark(Method method) {
    return has(method, "Benchmark");
  }

  static Operation benchmark(Method method) throws BadTarget {
    for (Class<?> type : method.getParameterTypes()) {
      if (!type.getName().equals(BLACKHOLE) && !has(type, "State")) {
        throw cannot(method, "its parameter " + type.getSimpleName() + " is no @State");
      }
    }
    List<Class<?>> types = new ArrayList<>(List.of(method.getParameterTypes()));
    types.add(method.getDeclaringClass());
    for (Class<?> type : types) {
      for (Method fixture : type.getMethods()) {
        if (isForEachInvocation(fixture)) {
          throw cannot(method, fixture.getName() + " is to run around each invocation");
        }
      }
    }
    return new JmhStyle(method);
  }

  private static BadTarget cannot(Method method, String reason) {
    return new BadTarget(
        "The benchmark "
            + method.getDeclaringClass().getName()
            + "#"
            + method.getName()
            + " cannot be measured here: "
            + reason
            + "; run it by JMH, with -prof org.cyclecounter.bench.jmh.CycleCounterProfiler.");
  }

  private static boolean has(AnnotatedElement element, String annotation) {
    return find(element, annotation) != null;
  }

  private static @Nullable Annotation find(AnnotatedElement element, String annotation) {
    for (Annotation one : element.getAnnotations()) {
      if (one.annotationType().getName().equals(ANNOTATIONS + annotation)) {
        return one;
      }
    }
    return null;
  }

  private static boolean isForEachInvocation(Method fixture) {
    for (String annotation : List.of("Setup", "TearDown")) {
      Annotation found = find(fixture, annotation);
      if (found != null && found.toString().contains("Invocation")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String name() {
    return method.getDeclaringClass().getName() + "#" + method.getName();
  }

  @Override
  public BenchFunction prepare() throws Throwable {
    states.clear();
    MethodHandle call = Targets.accessible(method);
    if (!Modifier.isStatic(method.getModifiers())) {
      call = call.bindTo(state(method.getDeclaringClass()));
    }
    return Loops.calling(MethodHandles.insertArguments(call, 0, arguments(method)));
  }

  @Override
  public void finish() throws Throwable {
    for (Object state : states) {
      runAll(state, "TearDown");
    }
  }

  private Object[] arguments(Method of) throws Throwable {
    List<Object> arguments = new ArrayList<>();
    for (Class<?> type : of.getParameterTypes()) {
      arguments.add(type.getName().equals(BLACKHOLE) ? blackhole(type) : state(type));
    }
    return arguments.toArray();
  }

  private static Object blackhole(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getConstructor(String.class);
    return constructor.newInstance(BLACKHOLE_WORDS);
  }

  /** The one object of its class, set up. */
  private Object state(Class<?> type) throws Throwable {
    for (Object made : states) {
      if (made.getClass() == type) {
        return made;
      }
    }
    Object state = Instances.of(type);
    states.add(state);
    Params.setFirst(state, field -> find(field, "Param"));
    runAll(state, "Setup");
    return state;
  }

  private void runAll(Object state, String annotation) throws Throwable {
    for (Method fixture : state.getClass().getMethods()) {
      if (has(fixture, annotation)) {
        MethodHandle call = Targets.accessible(fixture);
        if (!Modifier.isStatic(fixture.getModifiers())) {
          call = call.bindTo(state);
        }
        call.invokeWithArguments(arguments(fixture));
      }
    }
  }
}
