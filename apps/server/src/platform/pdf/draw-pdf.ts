import { Worker } from 'node:worker_threads'
import { message } from '@mimamori/contract'
import { Refusal } from '../errors.ts'
import type { DrawResult, PdfTask } from './thread-messages.ts'

/** Where the function is that makes a document of its data: the URL of its module, and its name there. */
export type PaperSource = Pick<PdfTask, 'module' | 'name'>

/** `waitedFor`: somebody waits for the paper on its own. `behind`: it is one of many, whose turn comes when nobody waits for any other. */
export type Urgency = 'waitedFor' | 'behind'

type Order = {
  readonly task: PdfTask
  readonly urgency: Urgency
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly reject: (reason: unknown) => void
}

/** Starting the thread takes longer than drawing a page, and papers come one after another. */
const patienceMs = 60_000
/** No paper takes this long: one that does would never end. */
const longestMs = 120_000
/** A paper that nobody wants any more is drawn so long, since a new thread for the others takes longer than the rest of a short one. */
const unwantedMs = 10_000
/** A paper behind so many others would wait for a minute. */
const mostWaitedFor = 40

const waiting: Order[] = []
let thread: Worker | undefined
let drawing: Order | undefined
let begunAt = 0
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
  own.on('message', (drawn: DrawResult) => {
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

const isWaitedFor = ({ urgency }: Order) => urgency === 'waitedFor'

const takeNext = (): Order | undefined => waiting.splice(Math.max(0, waiting.findIndex(isWaitedFor)), 1)[0]

const drawNext = () => {
  if (drawing !== undefined) return
  // That of an idle thread too: it would end the thread under the paper that begins now.
  clearTimeout(timer)
  drawing = takeNext()
  if (drawing === undefined) {
    // An idle thread does not keep the process running.
    thread?.unref()
    timer = setTimeout(endThread, patienceMs).unref()
    return
  }
  thread ??= startThread()
  thread.ref()
  begunAt = performance.now()
  timer = setTimeout(() => giveUp(new Error('A paper took too long to draw')), longestMs).unref()
  try {
    thread.postMessage(drawing.task, [])
  } catch (error) {
    finish((order) => order.reject(error))
  }
}

const withdraw = (order: Order, reason: unknown) => {
  order.reject(reason)
  if (drawing === order) {
    clearTimeout(timer)
    timer = setTimeout(() => giveUp(reason), Math.max(0, begunAt + unwantedMs - performance.now())).unref()
    return
  }
  const at = waiting.indexOf(order)
  if (at >= 0) waiting.splice(at, 1)
}

/**
 * Draws a document as PDF, in a thread that draws one after another and is kept between them.
 * @param source a pure function from the data to a pdfmake document, set in `paperFont`
 * @param data what can be cloned between threads
 * @param stopping gives the paper up at once; one that is being drawn is still drawn to its end unless it takes long
 * @param urgency papers that are waited for go before those behind
 * @throws what the function or pdfmake throw, and the reason of `stopping`; papers after it are drawn all the same. Refusal
 *   503 where too many are waited for already
 */
export const drawPdf = async (
  source: PaperSource,
  data: unknown,
  stopping?: AbortSignal,
  urgency: Urgency = 'waitedFor',
): Promise<Uint8Array<ArrayBuffer>> => {
  stopping?.throwIfAborted()
  // Of those behind, each ZIP has one at a time, and ZIPs are counted where they begin.
  if (urgency === 'waitedFor' && waiting.filter(isWaitedFor).length >= mostWaitedFor) throw new Refusal(503, [message('papersFull')], 60)
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const order = { task: { ...source, data }, urgency, resolve, reject }
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
