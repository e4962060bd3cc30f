import { get } from 'node:http'
import { connect } from 'node:net'
import { constants, createGunzip } from 'node:zlib'

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

/** As browsers ask: they can unpack what comes. */
const asBrowser = (token: string) => ({
  accept: 'text/event-stream',
  'accept-encoding': 'gzip, deflate, br',
  authorization: `Bearer ${token}`,
})

const count = (size: number): void => {
  bytes += size
  events += 1
}

/** One that looks at what it receives, as soon as it has come. */
const openReader = (port: number, number: number, token: string, opened: () => void): void => {
  const read = rowReader()
  const asking = get({
    host: '127.0.0.1',
    port,
    path: '/api/live',
    localAddress: addressOf(number),
    headers: asBrowser(token),
    agent: false,
  })
  asking.on('error', () => undefined)
  asking.on('response', (response) => {
    if (response.statusCode !== 200) throw new Error(`console ${number}: ${response.statusCode}`)
    response.on('data', ({ length }: Buffer) => count(length))
    response.on('close', () => (closed += 1))
    const isPacked = response.headers['content-encoding'] === 'gzip'
    const plain = isPacked ? response.pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })) : response
    plain.on('data', (chunk: Buffer) => read(chunk.toString('latin1')))
    opened()
  })
}

const openConsole = (port: number, number: number, { token, reads }: OpenConsole, opened: () => void): void => {
  if (reads) return openReader(port, number, token, opened)
  let isOpen = false
  const socket = connect({
    host: '127.0.0.1',
    port,
    localAddress: addressOf(number),
    // One piece of memory for each connection, not one for each chunk.
    onread: {
      buffer: Buffer.allocUnsafe(16_384),
      callback: (size, buffer) => {
        count(size)
        if (!isOpen) {
          isOpen = true
          const head = Buffer.from(buffer).toString('latin1', 0, size)
          if (!head.startsWith('HTTP/1.1 200')) throw new Error(`console ${number}: ${head.slice(0, 200)}`)
          opened()
        }
        return true
      },
    },
  })
  socket.on('error', () => undefined)
  socket.on('close', () => (closed += 1))
  const headers = Object.entries(asBrowser(token)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/live HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('')}\r\n`)
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
