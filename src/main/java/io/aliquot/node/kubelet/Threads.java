package io.aliquot.node.kubelet;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that serve calls and do not keep the process alive. */
final class Threads implements ThreadFactory {
    private final AtomicInteger number = new AtomicInteger();

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "kubelet-call-" + number.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
