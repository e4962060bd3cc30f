import { Worker } from 'node:worker_threads'

/** A thread that reads files. */
export type ReadingThread = {
  readonly thread: Worker
  /** Makes the thread available to the next file, once it has read one to the end. */
  readonly giveBack: () => void
  /** Ends the thread, whatever it is doing. */
  readonly end: () => Promise<unknown>
}

// Starting a thread takes longer than reading a small file, and small files come one after another.
const patienceMs = 30_000
const idle: Worker[] = []

const start = () =>
  new Worker(new URL('csv-thread.ts', import.meta.url), {
    execArgv: [],
    // Rows are short-lived: a small young heap keeps the remains few.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
  })

const leave = (thread: Worker) => {
  const at = idle.indexOf(thread)
  if (at >= 0) idle.splice(at, 1)
}

/** An idle thread, or a new one. */
export const takeReadingThread = (): ReadingThread => {
  const thread = idle.pop() ?? start()
  thread.ref()
  return {
    thread,
    giveBack: () => {
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
    },
    end: () => thread.terminate(),
  }
}
