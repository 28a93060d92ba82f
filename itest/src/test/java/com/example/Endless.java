// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.util.concurrent.Callable;
import org.cyclecounter.constanttime.SecretOperation;

/** An operation that does not end. */
public final class Endless implements Callable<Object>, SecretOperation {

  @Override
  public Object call() throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
    return this;
  }

  @Override
  public long run(byte[] secret) throws InterruptedException {
    return call() == this ? 1 : 0;
  }
}
