package org.cyclecounter.bench.operations;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives the fields that JMH would run through several values the first of them. */
final class Params {

  /** What JMH's Param has where no values are given. */
  private static final String BLANK = "blank_blank_blank_2014";

  private Params() {}

  static void setFirst(Object state, Function<Field, @Nullable Annotation> paramOf)
      throws Throwable {
    for (Class<?> type = state.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        Annotation param = paramOf.apply(field);
        if (param != null) {
          String[] values = (String[]) param.annotationType().getMethod("value").invoke(param);
          field.setAccessible(true);
          field.set(state, parse(field, values));
        }
      }
    }
  }

  private static Object parse(Field field, String[] values) throws BadTarget {
    Class<?> type = field.getType();
    if (type.isEnum() && (values.length == 0 || values[0].equals(BLANK))) {
      return type.getEnumConstants()[0];
    }
    if (values.length > 0 && !values[0].equals(BLANK)) {
      Object value = parse(type, values[0]);
      if (value != null) {
        return value;
      }
    }
    throw new BadTarget(
        "The parameter "
            + field.getDeclaringClass().getName()
            + "."
            + field.getName()
            + " has no value that can be given to a "
            + type.getSimpleName()
            + ".");
  }

  private static @Nullable Object parse(Class<?> type, String value) {
    try {
      return switch (type.getName()) {
        case "java.lang.String" -> value;
        case "int", "java.lang.Integer" -> Integer.valueOf(value);
        case "long", "java.lang.Long" -> Long.valueOf(value);
        case "double", "java.lang.Double" -> Double.valueOf(value);
        case "float", "java.lang.Float" -> Float.valueOf(value);
        case "short", "java.lang.Short" -> Short.valueOf(value);
        case "byte", "java.lang.Byte" -> Byte.valueOf(value);
        case "boolean", "java.lang.Boolean" -> Boolean.valueOf(value);
        case "char", "java.lang.Character" -> value.length() == 1 ? value.charAt(0) : null;
        default -> constant(type, value);
      };
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Object constant(Class<?> type, String name) {
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        if (((Enum<?>) constant).name().equals(name)) {
          return constant;
        }
      }
    }
    return null;
  }
}
