import { packetTypes } from './packet-watch.ts'

/** Of a message's acknowledgement; undefined where none is asked for (QoS 0). */
export type MessageId = number | undefined

export type MessageCutter = {
  /** Follows the stream. */
  readonly add: (chunk: Buffer) => void
  /**
   * Hands on the messages that come next, as long as there is place for one; answers the packets of other kinds that are
   * next, or null where there are none, or no place.
   */
  readonly others: () => Buffer | null
}

type Bounds = { readonly start: number; readonly end: number }

/** Where the body of the packet that begins there starts and ends; undefined while its length is not there. */
const boundsAt = (stream: Buffer, begin: number): Bounds | undefined => {
  let length = 0
  for (let at = begin + 1; at < stream.length; at++) {
    const byte = stream[at] ?? 0
    length += (byte & 127) * 128 ** (at - begin - 1)
    if (byte < 128) return { start: at + 1, end: at + 1 + length }
  }
  return undefined
}

/** Puts a stream together to whole packets. */
const wholePackets = () => {
  let pieces: Buffer[] = []
  let [held, wanted] = [0, 0]
  return (chunk: Buffer): Buffer => {
    pieces.push(chunk)
    held += chunk.length
    // A long packet comes in many pieces, which are joined once.
    if (held < wanted) return chunk.subarray(0, 0)
    const stream = pieces.length === 1 ? chunk : Buffer.concat(pieces)
    let end = 0
    let bounds = boundsAt(stream, end)
    while (bounds !== undefined && bounds.end <= stream.length) {
      end = bounds.end
      bounds = boundsAt(stream, end)
    }
    held = stream.length - end
    wanted = bounds === undefined ? held + 1 : bounds.end - end
    pieces = held === 0 ? [] : [stream.subarray(end)]
    return stream.subarray(0, end)
  }
}

/** A topic as a field of a packet. */
const fieldOf = (topic: string): Buffer => {
  const name = Buffer.from(topic)
  return Buffer.concat([Buffer.from([name.length >> 8, name.length & 0xff]), name])
}

/**
 * Cuts the messages of one topic with QoS 0 and 1 out of an MQTT stream, which begins with a packet. The broker's own way
 * for a message, made for those that are forwarded and kept, costs as much as judging it. All packets keep their order.
 * @param hasPlace whether another message may be handed on
 */
export const messageCutter = (
  topic: string,
  handOn: (payload: Buffer, messageId: MessageId) => void,
  hasPlace: () => boolean,
): MessageCutter => {
  const field = fieldOf(topic)
  const join = wholePackets()
  let packets: Buffer = Buffer.alloc(0)

  const qosAt = (begin: number): number => ((packets[begin] ?? 0) >> 1) & 3
  const isMessage = (begin: number, { start, end }: Bounds): boolean =>
    (packets[begin] ?? 0) >> 4 === packetTypes.publish &&
    qosAt(begin) < 2 &&
    end - start >= field.length + 2 * qosAt(begin) &&
    field.compare(packets, start, start + field.length) === 0

  return {
    add: (chunk) => {
      const more = join(chunk)
      packets = packets.length === 0 ? more : Buffer.concat([packets, more])
    },
    others: () => {
      let at = 0
      let begin = 0
      let isOver = false
      while (!isOver && at < packets.length) {
        const bounds = boundsAt(packets, at) as Bounds
        if (!isMessage(at, bounds)) at = bounds.end
        else if (at > begin || !hasPlace()) isOver = true
        else {
          const name = bounds.start + field.length
          const hasId = qosAt(at) > 0
          handOn(packets.subarray(hasId ? name + 2 : name, bounds.end), hasId ? packets.readUInt16BE(name) : undefined)
          begin = at = bounds.end
        }
      }
      const others = packets.subarray(begin, at)
      packets = packets.subarray(at)
      return others.length === 0 ? null : others
    },
  }
}
