/** The kinds of packets that are distinguished here: the high half of a packet's first byte, MQTT 3.1.1 §2.2.1. */
export const packetTypes = { publish: 3, subscribe: 8, unsubscribe: 10 } as const

// Each topic of a packet costs the broker some twenty microseconds in which nobody else is served.
const mostTopics = 100

export type PacketWatch = {
  /** Follows a chunk of the stream; false where it may go no further. */
  readonly passes: (chunk: Buffer) => boolean
  /** Bytes that the packet that has begun is known to lack; 0 between packets. */
  readonly lacking: () => number
}

/**
 * Counts the topics of a SUBSCRIBE or UNSUBSCRIBE byte by byte: two bytes of number, then for each topic two bytes of
 * length, the topic, and in a SUBSCRIBE one byte of quality.
 */
const topicCounter = (type: number) => {
  const tail = type === packetTypes.subscribe ? 1 : 0
  let skip = 2
  let high = -1
  let topics = 0
  return (byte: number): number => {
    if (skip > 0) skip -= 1
    else if (high < 0) {
      high = byte
      topics += 1
    } else {
      skip = high * 256 + byte + tail
      high = -1
    }
    return topics
  }
}

/**
 * Follows the packets of an MQTT stream without holding them: one byte of type, the remaining length in one to four
 * bytes of seven bits, then as many bytes.
 * @param begins called with each packet's type and length at its head, before it is there; false refuses it
 */
export const watchPackets = (begins: (type: number, length: number) => boolean): PacketWatch => {
  let rest = 0
  let type = 0
  let length = 0
  // Bits of the length read so far; −1 before a packet.
  let shift = -1
  let countTopic: ((byte: number) => number) | undefined

  /** One byte of a packet's head. */
  const readHead = (byte: number): boolean => {
    if (shift < 0) {
      type = byte >> 4
      shift = 0
      length = 0
      return true
    }
    length += (byte & 127) * 2 ** shift
    shift += 7
    // A length has four bytes at most.
    if (byte >= 128) return shift < 28
    rest = length
    shift = -1
    countTopic = type === packetTypes.subscribe || type === packetTypes.unsubscribe ? topicCounter(type) : undefined
    return begins(type, length)
  }
  const hasFewTopics = (bytes: Buffer): boolean => {
    for (const byte of bytes) if (countTopic !== undefined && countTopic(byte) > mostTopics) return false
    return true
  }

  return {
    lacking: () => (shift >= 0 ? 1 : rest),
    passes: (chunk) => {
      for (let index = 0; index < chunk.length;) {
        if (rest === 0) {
          if (!readHead(chunk[index] ?? 0)) return false
          index += 1
          continue
        }
        const skipped = Math.min(rest, chunk.length - index)
        if (countTopic !== undefined && !hasFewTopics(chunk.subarray(index, index + skipped))) return false
        rest -= skipped
        index += skipped
      }
      return true
    },
  }
}
