import type { Socket } from 'node:net'

/**
 * Follows the frames of an MQTT stream without holding them: one byte of type, the remaining length in one to four
 * bytes of seven bits, then as many bytes. Answers false at the first frame longer than `limit()` allows.
 */
export const frameWatch = (limit: () => number): ((chunk: Buffer) => boolean) => {
  let rest = 0
  let length = 0
  let shift = -1
  return (chunk) => {
    for (let index = 0; index < chunk.length;) {
      if (rest > 0) {
        const skipped = Math.min(rest, chunk.length - index)
        rest -= skipped
        index += skipped
        continue
      }
      const byte = chunk[index] ?? 0
      index += 1
      if (shift < 0) {
        shift = 0
        length = 0
        continue
      }
      length += (byte & 127) * 2 ** shift
      if (length > limit()) return false
      if (byte >= 128) {
        shift += 7
        continue
      }
      rest = length
      shift = -1
    }
    return true
  }
}

/**
 * Cuts off a sender at the head of a packet longer than `limit()`, since the broker's parser collects a packet of any
 * announced length before it looks at it.
 */
export const limitPackets = (socket: Socket, limit: () => number): void => {
  const passes = frameWatch(limit)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (Buffer.isBuffer(chunk) && !passes(chunk)) {
      socket.destroy(new Error('the packet is too long'))
      return null
    }
    return chunk
  }
}
