import type { Socket } from 'node:net'

// As long as the broker itself waits for a sender that does not read.
const patienceMs = 60_000

/** Acknowledges messages of QoS 1 by PUBACK, those of a moment in one write. */
export const acknowledger = (socket: Socket, readOn: () => void) => {
  let messageIds: number[] = []
  let isStuck = false
  const write = (): void => {
    const packets = Buffer.allocUnsafe(4 * messageIds.length)
    for (const [index, messageId] of messageIds.entries()) {
      packets.writeUInt16BE(0x40_02, 4 * index)
      packets.writeUInt16BE(messageId, 4 * index + 2)
    }
    messageIds = []
    if (socket.destroyed || socket.write(packets) || isStuck) return
    isStuck = true
    const patience = setTimeout(() => socket.destroy(new Error('the sender does not read its acknowledgements')), patienceMs)
    patience.unref()
    const goOn = () => {
      clearTimeout(patience)
      isStuck = false
      readOn()
    }
    socket.once('drain', goOn)
    socket.once('close', () => clearTimeout(patience))
  }
  return {
    add: (messageId: number): void => {
      // A commit settles many messages at once.
      if (messageIds.length === 0) process.nextTick(write)
      messageIds.push(messageId)
    },
    /** The sender does not read its acknowledgements; nothing more is taken from it meanwhile. */
    isStuck: () => isStuck,
  }
}
