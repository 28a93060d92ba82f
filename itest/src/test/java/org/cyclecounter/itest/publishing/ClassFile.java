// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.publishing;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of a class file (JVMS 4) that native-image metadata must name.
 *
 * @param name with dots
 * @param nativeMethods names of its native methods
 * @param isInitialized whether it has a static initialiser
 * @param calls the methods that it names, such as {@code java/lang/Class.forName}
 * @param texts every constant of its pool that is text: descriptors of annotations among them
 */
record ClassFile(
    String name,
    List<String> nativeMethods,
    boolean isInitialized,
    Set<String> calls,
    Set<String> texts) {

  static ClassFile read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != 0xcafebabe) {
      throw new IOException("not a class file");
    }
    in.readInt();
    Object[] pool = pool(in);
    in.readUnsignedShort();
    String name = text(pool, ((int[]) pool[in.readUnsignedShort()])[0]).replace('/', '.');
    in.readUnsignedShort();
    in.skipNBytes(2L * in.readUnsignedShort());
    members(in, pool, new ArrayList<>());
    List<String> natives = new ArrayList<>();
    boolean isInitialized = members(in, pool, natives);
    Set<String> texts = new HashSet<>();
    Set<String> calls = new HashSet<>();
    for (Object constant : pool) {
      if (constant instanceof String text) {
        texts.add(text);
      } else if (constant instanceof int[] pair && pair.length == 3) {
        String owner = text(pool, ((int[]) pool[pair[0]])[0]);
        calls.add(owner + "." + text(pool, ((int[]) pool[pair[1]])[0]));
      }
    }
    return new ClassFile(name, natives, isInitialized, calls, texts);
  }

  /** Text as it is, a class or name and type as its index or two, a method as two and a mark. */
  private static Object[] pool(DataInputStream in) throws IOException {
    Object[] pool = new Object[in.readUnsignedShort()];
    for (int i = 1; i < pool.length; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> pool[i] = in.readUTF();
        case 3, 4 -> in.readInt();
        case 5, 6 -> {
          in.readLong();
          i++;
        }
        case 7, 8, 16, 19, 20 -> pool[i] = new int[] {in.readUnsignedShort()};
        case 10, 11 -> pool[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort(), tag};
        case 9, 12, 17, 18 -> pool[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
        case 15 -> {
          in.readUnsignedByte();
          in.readUnsignedShort();
        }
        default -> throw new IOException("constant of an unknown kind " + tag);
      }
    }
    return pool;
  }

  private static String text(Object[] pool, int index) {
    return (String) pool[index];
  }

  /** Fields or methods; whether a static initialiser is among them. */
  private static boolean members(DataInputStream in, Object[] pool, List<String> natives)
      throws IOException {
    boolean isInitialized = false;
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      int flags = in.readUnsignedShort();
      String name = text(pool, in.readUnsignedShort());
      in.readUnsignedShort();
      if (Modifier.isNative(flags)) {
        natives.add(name);
      }
      isInitialized |= name.equals("<clinit>");
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        in.readUnsignedShort();
        in.skipNBytes(in.readInt());
      }
    }
    return isInitialized;
  }
}
