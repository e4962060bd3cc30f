import { Worker } from 'node:worker_threads'
import type { Drawn, PdfTask } from './thread-messages.ts'

/** Where the function is that makes a document of its data: the URL of its module, and its name there. */
export type PaperSource = Pick<PdfTask, 'module' | 'name'>

type Order = {
  readonly task: PdfTask
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly reject: (reason: unknown) => void
}

/** Starting the thread takes longer than drawing a page, and papers come one after another. */
const patienceMs = 60_000
/** No paper takes this long: one that does would never end. */
const longestMs = 120_000

const waiting: Order[] = []
let thread: Worker | undefined
let drawing: Order | undefined
let timer: NodeJS.Timeout | undefined

/** Ends the thread whatever it is doing: nothing else ends the drawing of a paper that has begun. The next one gets a new thread. */
const endThread = () => {
  const ended = thread
  thread = undefined
  void ended?.terminate()
}

const startThread = (): Worker => {
  const own = new Worker(new URL('pdf-thread.ts', import.meta.url), {
    execArgv: [],
    // The process must not fall with a paper that needs more. What a paper is made of is short-lived: a small young heap keeps a third less.
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 },
  })
  own.on('message', (drawn: Drawn) => {
    if (thread === own) finish((order) => (drawn.kind === 'drawn' ? order.resolve(drawn.bytes) : order.reject(drawn.error)))
  })
  own.once('error', (error) => {
    if (thread === own) giveUp(error)
  })
  own.once('exit', () => {
    if (thread === own) giveUp(new Error('The thread that draws papers ended'))
  })
  return own
}

const finish = (settle: (order: Order) => void) => {
  const order = drawing
  drawing = undefined
  if (order !== undefined) settle(order)
  drawNext()
}

const giveUp = (reason: unknown) => {
  endThread()
  finish((order) => order.reject(reason))
}

const drawNext = () => {
  if (drawing !== undefined) return
  // That of an idle thread too: it would end the thread under the paper that begins now.
  clearTimeout(timer)
  drawing = waiting.shift()
  if (drawing === undefined) {
    // An idle thread does not keep the process running.
    thread?.unref()
    timer = setTimeout(endThread, patienceMs).unref()
    return
  }
  thread ??= startThread()
  thread.ref()
  timer = setTimeout(() => giveUp(new Error('A paper took too long to draw')), longestMs).unref()
  try {
    thread.postMessage(drawing.task, [])
  } catch (error) {
    finish((order) => order.reject(error))
  }
}

const withdraw = (order: Order, reason: unknown) => {
  if (drawing === order) return giveUp(reason)
  const at = waiting.indexOf(order)
  if (at >= 0) waiting.splice(at, 1)
  order.reject(reason)
}

/**
 * Draws a document as PDF, in a thread that draws one after another and is kept between them.
 * @param source a pure function from the data to a pdfmake document, set in `paperFont`
 * @param data what can be cloned between threads
 * @param stopping ends the drawing at once, however far it has got
 * @throws what the function or pdfmake throw, and the reason of `stopping`; papers after it are drawn all the same
 */
export const drawPdf = async (source: PaperSource, data: unknown, stopping?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
  stopping?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const order = { task: { ...source, data }, resolve, reject }
  const stop = () => withdraw(order, stopping?.reason)
  stopping?.addEventListener('abort', stop, { once: true })
  waiting.push(order)
  drawNext()
  try {
    return await promise
  } finally {
    stopping?.removeEventListener('abort', stop)
  }
}
