import { Worker } from 'node:worker_threads'

/** A thread that reads files. */
export type ReadingThread = {
  readonly thread: Worker
  /** Lets the next file have it, once it has read one to the end. */
  readonly giveBack: () => void
  /** Ends it, whatever it is at. */
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

/** A thread that has nothing to do: one that waits for work, or a new one. */
export const takeReadingThread = (): ReadingThread => {
  const thread = idle.pop() ?? start()
  thread.ref()
  return {
    thread,
    giveBack: () => {
      // By their names: the thread listens to itself for others, without which it would hear nothing more.
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
      // One that ends while it waits is no longer there to be taken.
      thread.once('exit', () => leave(thread))
      thread.once('error', () => leave(thread))
      // Nobody's process stays for its sake.
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
