import { Worker } from 'node:worker_threads'

/** A thread that reads files. */
export type ReadingThread = {
  readonly worker: Worker
  /** Lets the next file have it, once it has read one to the end. */
  readonly giveBack: () => void
  /** Ends it, whatever it is at. */
  readonly end: () => Promise<unknown>
}

// A thread takes longer to begin than a small file to read: sites send theirs one after another.
const patienceMs = 30_000
const idle: Worker[] = []

const start = () =>
  new Worker(new URL('csv-worker.ts', import.meta.url), {
    execArgv: [],
    // Rows are short-lived: a small young heap keeps the remains few.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
  })

const leave = (worker: Worker) => {
  const at = idle.indexOf(worker)
  if (at >= 0) idle.splice(at, 1)
}

/** A thread that has nothing to do: one that waits for work, or a new one. */
export const takeReadingThread = (): ReadingThread => {
  const worker = idle.pop() ?? start()
  worker.ref()
  return {
    worker,
    giveBack: () => {
      // By their names: the thread listens to itself for others, without which it would hear nothing more.
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
      // One that ends while it waits is no longer there to be taken.
      worker.once('exit', () => leave(worker))
      worker.once('error', () => leave(worker))
      // Nobody's process stays for its sake.
      worker.unref()
      idle.push(worker)
      setTimeout(() => {
        if (!idle.includes(worker)) return
        leave(worker)
        void worker.terminate()
      }, patienceMs).unref()
    },
    end: () => worker.terminate(),
  }
}
