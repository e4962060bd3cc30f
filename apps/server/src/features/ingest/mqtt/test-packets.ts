/** An MQTT packet with that first byte and what follows its length. */
export const packet = (head: number, body: Buffer): Buffer => {
  const bytes = [head]
  for (let rest = body.length; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      bytes.push(rest)
      break
    }
    bytes.push((rest % 128) + 128)
  }
  return Buffer.concat([Buffer.from(bytes), body])
}

const number = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const text = (value: string): Buffer => Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(value)])

/** A CONNECT of MQTT 3.1.1 with a clean session. */
export const connectPacket = (username: string, password: string, keepAliveSeconds = 60): Buffer =>
  packet(0x10, Buffer.concat([text('MQTT'), Buffer.from([4, 0xc2, 0, keepAliveSeconds]), text('raw'), text(username), text(password)]))

/** A PUBLISH, of QoS 2 unless another is named. */
export const publishPacket = (topic: string, messageId: number, payload: string, qos = 2): Buffer =>
  packet(0x30 + 2 * qos, Buffer.concat([text(topic), qos === 0 ? Buffer.alloc(0) : number(messageId), Buffer.from(payload)]))

/** A SUBSCRIBE with QoS 1. */
export const subscribePacket = (messageId: number, topics: readonly string[]): Buffer =>
  packet(0x82, Buffer.concat([number(messageId), ...topics.flatMap((topic) => [text(topic), Buffer.from([1])])]))
