import { type IncomingMessage, request } from 'node:http'
import { constants, createGunzip } from 'node:zlib'

export type StreamEvent = { event: string; id: string | undefined; data: unknown }

const parse = (block: string): StreamEvent | undefined => {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]))
  const event = fields.get('event')
  return event === undefined ? undefined : { event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? 'null') }
}

/** A client of the live stream, as plain as they come. `position` is what it would resume from. */
export const openStream = async (url: string, headers: Record<string, string>, lastEventId?: string) => {
  const resume: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const outgoing = request(url, { headers: { ...headers, ...resume } })
  const response = await new Promise<IncomingMessage>((resolve, reject) => outgoing.once('response', resolve).once('error', reject).end())
  const events: StreamEvent[] = []
  const stream = {
    status: response.statusCode,
    headers: response.headers,
    response,
    events,
    position: lastEventId,
    isEnded: false,
    /** The first event, past or future, that fits. */
    find: async (fits: (event: StreamEvent) => boolean, withinMs = 60_000): Promise<StreamEvent> => {
      for (const until = Date.now() + withinMs; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 5))) {
        const found = events.find(fits)
        if (found !== undefined) return found
      }
      throw new Error(`no such event among ${JSON.stringify(events.map(({ event, id }) => ({ event, id })))}`)
    },
    close: () => void response.destroy(),
  }
  let text = ''
  const isCompressed = response.headers['content-encoding'] === 'gzip'
  // As browsers do: what has come is read at once, and a stream may end anywhere.
  const flushing = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
  const plain = isCompressed ? response.pipe(createGunzip(flushing)) : response
  plain.setEncoding('utf8')
  plain.on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = parse(text.slice(0, end))
      text = text.slice(end + 2)
      if (event === undefined) continue
      events.push(event)
      stream.position = event.id ?? stream.position
    }
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    stream.isEnded = true
  })
  return stream
}
