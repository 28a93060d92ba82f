// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the class of an operation that calls a static method. Its byte code is that of a class
 * written by hand, which keeps a primitive result in a static field and returns null: a boxed one
 * costs more, and takes other code's lines. A method handle would be called through lambda forms,
 * which keep the profiles of the JVM's start.
 */
final class StaticCall {

  private static final Lookup OWN = MethodHandles.lookup();

  private static final Set<Class<?>> INTEGERS =
      Set.of(boolean.class, byte.class, char.class, short.class, int.class, long.class);

  private static final int MAGIC = 0xcafebabe;
  private static final int JAVA_8 = 52; // no tables of frames
  private static final int UTF_8 = 1;
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int NAME_AND_TYPE = 12;
  private static final int CODE_HEAD = 12; // the attribute's bytes beside the code

  private static final int PUBLIC = 1;
  private static final int STATIC = 8;
  private static final int PUBLIC_FINAL_SUPER = 0x31;

  private static final int ACONST_NULL = 0x01;
  private static final int ALOAD_0 = 0x2a;
  private static final int ALOAD_1 = 0x2b;
  private static final int I2L = 0x85;
  private static final int LRETURN = 0xad;
  private static final int ARETURN = 0xb0;
  private static final int RETURN = 0xb1;
  private static final int PUTSTATIC = 0xb3;
  private static final int INVOKESPECIAL = 0xb7;
  private static final int INVOKESTATIC = 0xb8;

  private final ByteArrayOutputStream constants = new ByteArrayOutputStream();
  private final DataOutputStream pool = new DataOutputStream(constants);
  private final Map<String, Integer> classes = new HashMap<>();
  private int used = 1;

  private StaticCall() {}

  /**
   * Makes a hidden class, a member of the method's nest: the method may be private, unless its
   * module's package is not open.
   *
   * @param name CLASS#METHOD; a parameter list behind it is ignored
   * @param type an interface with one method, which returns an Object or a long
   * @throws CountFailure if there is no static method with the parameters of the interface's, or it
   *     returns neither an integer nor a boolean where a long is wanted
   */
  static Class<?> of(String name, Class<?> type)
      throws CountFailure, ReflectiveOperationException, IOException {
    int hash = name.indexOf('#');
    Class<?> owner =
        Class.forName(name.substring(0, hash), false, ClassLoader.getSystemClassLoader());
    Method implemented = type.getMethods()[0];
    String bare = name.substring(hash + 1).replaceFirst("\\(.*", "");
    Method called =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(method -> method.getName().equals(bare) && fits(method, implemented))
            .findFirst()
            .orElseThrow(
                () ->
                    new CountFailure(
                        "The operation %s has to be a static method with the parameters and the"
                            + " result of %s.%s.",
                        name, type.getName(), implemented.getName()));
    OWN.lookupClass().getModule().addReads(owner.getModule()).addReads(type.getModule());
    boolean isOpen =
        owner.getModule().isOpen(owner.getPackageName(), OWN.lookupClass().getModule());
    Lookup lookup = isOpen ? lookup(owner) : OWN;
    byte[] file = new StaticCall().file(name(lookup, owner, "$$Call"), implemented, called);
    return lookup.defineHiddenClass(file, false, Lookup.ClassOption.NESTMATE).lookupClass();
  }

  /**
   * Returns a lookup that may define a nestmate: from another module, by a class in the package.
   */
  private static Lookup lookup(Class<?> owner) throws ReflectiveOperationException, IOException {
    Lookup lookup = MethodHandles.privateLookupIn(owner, OWN);
    if (lookup.hasFullPrivilegeAccess()) {
      return lookup;
    }
    Method looksUp = MethodHandles.class.getMethod("lookup"); // its caller's
    Method returning = Supplier.class.getMethod("get");
    byte[] file = new StaticCall().file(name(lookup, owner, "$$Lookup"), returning, looksUp);
    Class<?> inPackage = lookup.defineClass(file);
    Supplier<?> supplier = (Supplier<?>) inPackage.getConstructor().newInstance();
    return MethodHandles.privateLookupIn(owner, (Lookup) supplier.get());
  }

  private static String name(Lookup lookup, Class<?> owner, String end) {
    String folder = lookup.lookupClass().getPackageName() + ".";
    String simpleName = owner.getName().substring(owner.getName().lastIndexOf('.') + 1);
    return (folder.equals(".") ? "" : folder) + simpleName + end;
  }

  private static boolean fits(Method method, Method implemented) {
    return Modifier.isStatic(method.getModifiers())
        && Arrays.equals(method.getParameterTypes(), implemented.getParameterTypes())
        && (implemented.getReturnType() != long.class || INTEGERS.contains(method.getReturnType()));
  }

  private byte[] file(String name, Method implemented, Method called) throws IOException {
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    if (implemented.getParameterCount() == 1) {
      code.write(ALOAD_1);
    }
    call(code, INVOKESTATIC, called.getDeclaringClass(), called.getName(), type(called));
    Class<?> returned = called.getReturnType();
    boolean isKept = false;
    if (implemented.getReturnType() == long.class) {
      if (returned != long.class) {
        code.write(I2L); // of a boolean, too, without a branch
      }
    } else if (returned.isPrimitive()) {
      isKept = returned != void.class;
      if (isKept) {
        code.write(PUTSTATIC);
        new DataOutputStream(code)
            .writeShort(member(FIELD, name, "result", returned.descriptorString()));
      }
      code.write(ACONST_NULL);
    }
    code.write(implemented.getReturnType() == long.class ? LRETURN : ARETURN);

    ByteArrayOutputStream constructor = new ByteArrayOutputStream();
    constructor.write(ALOAD_0);
    call(constructor, INVOKESPECIAL, Object.class, "<init>", MethodType.methodType(void.class));
    constructor.write(RETURN);

    ByteArrayOutputStream members = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(members);
    write(out, PUBLIC_FINAL_SUPER, constant(name), constant(Object.class.getName()));
    write(out, 1, constant(implemented.getDeclaringClass().getName()), isKept ? 1 : 0);
    if (isKept) {
      write(out, STATIC, text("result"), text(returned.descriptorString()), 0);
    }
    write(out, 2);
    method(out, "<init>", MethodType.methodType(void.class), constructor.toByteArray());
    method(out, implemented.getName(), type(implemented), code.toByteArray());
    write(out, 0);

    ByteArrayOutputStream file = new ByteArrayOutputStream();
    DataOutputStream head = new DataOutputStream(file);
    head.writeInt(MAGIC);
    write(head, 0, JAVA_8, used);
    constants.writeTo(file);
    members.writeTo(file);
    return file.toByteArray();
  }

  private static MethodType type(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
  }

  private void call(
      ByteArrayOutputStream code, int instruction, Class<?> owner, String name, MethodType type)
      throws IOException {
    int tag = owner.isInterface() ? INTERFACE_METHOD : METHOD;
    int index = member(tag, owner.getName(), name, type.descriptorString());
    code.write(instruction);
    new DataOutputStream(code).writeShort(index);
  }

  private void method(DataOutputStream out, String name, MethodType type, byte[] code)
      throws IOException {
    write(out, PUBLIC, text(name), text(type.descriptorString()), 1, text("Code"));
    out.writeInt(CODE_HEAD + code.length);
    write(out, 2, 2); // stack and locals: a long, the receiver and the secret
    out.writeInt(code.length);
    out.write(code);
    write(out, 0, 0);
  }

  private int member(int tag, String owner, String name, String descriptor) throws IOException {
    int ownerIndex = constant(owner);
    int nameIndex = text(name);
    int descriptorIndex = text(descriptor);
    return added(tag, ownerIndex, added(NAME_AND_TYPE, nameIndex, descriptorIndex));
  }

  /** Adds a class by its binary name, once: a hidden class knows itself by one constant only. */
  private int constant(String name) throws IOException {
    Integer known = classes.get(name);
    int index = known == null ? added(CLASS, text(name.replace('.', '/'))) : known;
    classes.put(name, index);
    return index;
  }

  private int text(String text) throws IOException {
    pool.writeByte(UTF_8);
    pool.writeUTF(text);
    return used++;
  }

  private int added(int tag, int... values) throws IOException {
    pool.writeByte(tag);
    write(pool, values);
    return used++;
  }

  private static void write(DataOutputStream out, int... values) throws IOException {
    for (int value : values) {
      out.writeShort(value);
    }
  }
}
