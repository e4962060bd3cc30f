import { connect } from 'node:net'

/*
 * Many consoles in a process of their own, each a bare connection: a browser costs a thousand times as much, and would be what is
 * measured. A few of them read when each row was taken; of the others the bytes are counted.
 */

/** A console: its token, and whether it looks at what it receives. */
export type OpenConsole = { readonly token: string; readonly reads: boolean }

/** What the process is given. */
type ConsoleOrder = { readonly port: number; readonly consoles: readonly OpenConsole[] }

/** What it answers: once all are open, and when it is asked what they received. */
export type ConsoleNews =
  | { readonly open: number }
  | { readonly latenciesMs: readonly number[]; readonly bytes: number; readonly events: number; readonly closed: number }

let latenciesMs: number[] = []
let [bytes, events, closed, open] = [0, 0, 0, 0]

const tell = (news: ConsoleNews) => process.send?.(news)

// Behind one address there is a site, not a service.
const ofAddress = 100
const addressOf = (number: number): string => `127.1.${Math.floor(number / ofAddress)}.1`

/** Longer than what says when a row was taken, so that this is found where it came in two parts. */
const keptTail = 60

/** Notes how long ago each row of a stream was taken, by the clock that its sender reads too. */
const rowReader = () => {
  let tail = ''
  return (chunk: string): void => {
    const text = tail + chunk
    const now = Date.now()
    let end = 0
    for (const match of text.matchAll(/"alertTime":"([^"]+)"/g)) {
      latenciesMs.push(now - Date.parse(match[1] ?? ''))
      end = match.index + match[0].length
    }
    tail = text.slice(Math.max(end, text.length - keptTail))
  }
}

const openConsole = (port: number, number: number, { token, reads }: OpenConsole, opened: () => void): void => {
  const read = reads ? rowReader() : undefined
  let isOpen = false
  const socket = connect({
    host: '127.0.0.1',
    port,
    localAddress: addressOf(number),
    // One piece of memory for each connection, not one for each chunk.
    onread: {
      buffer: Buffer.allocUnsafe(16_384),
      callback: (size, buffer) => {
        bytes += size
        events += 1
        if (!isOpen) {
          isOpen = true
          const head = Buffer.from(buffer).toString('latin1', 0, size)
          if (!head.startsWith('HTTP/1.1 200')) throw new Error(`console ${number}: ${head.slice(0, 200)}`)
          opened()
        } else read?.(Buffer.from(buffer.buffer, buffer.byteOffset, size).toString('latin1'))
        return true
      },
    },
  })
  socket.on('error', () => undefined)
  socket.on('close', () => (closed += 1))
  socket.write(`GET /api/live HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`)
}

// Nobody opens two thousand consoles in one moment.
const atOnce = 20

process.on('message', (order: ConsoleOrder | 'begin' | 'report') => {
  if (order === 'begin') {
    latenciesMs = []
    bytes = events = 0
  } else if (order === 'report') tell({ latenciesMs, bytes, events, closed })
  else {
    const { port, consoles } = order
    let next = 0
    const openNext = (): void => {
      const [number, console] = [next, consoles[next]]
      next += 1
      if (console === undefined) return
      openConsole(port, number, console, () => {
        open += 1
        if (open === consoles.length) tell({ open })
        openNext()
      })
    }
    for (let n = 0; n < atOnce; n++) openNext()
  }
})
