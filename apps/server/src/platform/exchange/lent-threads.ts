import { type ResourceLimits, Worker } from 'node:worker_threads'

/** A thread that works for one caller at a time. */
export type LentThread = {
  readonly thread: Worker
  /** Makes the thread available to the next caller, once it has done its work to the end. */
  readonly giveBack: () => void
  /** Ends the thread, whatever it is doing. */
  readonly end: () => Promise<unknown>
}

// Starting a thread takes longer than a small file, and small files come one after another.
const patienceMs = 30_000

/**
 * Threads that run a module, each kept a while for the next who needs one.
 * @returns takes an idle thread, or a new one
 */
export const lentThreads = (module: URL, resourceLimits: ResourceLimits): (() => LentThread) => {
  const idle: Worker[] = []
  const leave = (thread: Worker) => {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
  }
  const giveBack = (thread: Worker) => {
    // Only these events: removing the thread's own internal listeners would stop all messages.
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
    // A thread that ends while it is idle must not be taken.
    thread.once('exit', () => leave(thread))
    thread.once('error', () => leave(thread))
    // An idle thread does not keep the process running.
    thread.unref()
    idle.push(thread)
    setTimeout(() => {
      if (!idle.includes(thread)) return
      leave(thread)
      void thread.terminate()
    }, patienceMs).unref()
  }
  return () => {
    const thread = idle.pop() ?? new Worker(module, { execArgv: [], resourceLimits })
    thread.ref()
    return { thread, giveBack: () => giveBack(thread), end: () => thread.terminate() }
  }
}
