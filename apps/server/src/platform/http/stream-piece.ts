import { constants, deflateRawSync } from 'node:zlib'

/** A gzip stream begins with it (RFC 1952): no name, no time. */
const gzipHead = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0x03])

/** From so many bytes on a piece is compressed: to set the compressor up costs 170 µs, as much as to write 40 rows of a list. */
const leastBytes = 8_000

/** The most that one stored block of RFC 1951 holds. */
const mostStoredBytes = 65_535

/** A block that holds bytes as they are, and is not the last of its stream. */
const storedBlock = (bytes: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(mostStoredBytes - bytes.length, 3)
  return Buffer.concat([head, bytes])
}

/**
 * A piece of text for many streams, written as bytes once for all of them, and compressed once. It refers to nothing before it and ends
 * at a whole byte, so that any pieces one after another, behind a `StreamPiece.gzipHead`, are one gzip stream without an end.
 */
export class StreamPiece {
  static readonly gzipHead = gzipHead
  readonly #text: string
  #plain: Buffer | undefined
  #compressed: Buffer | undefined

  constructor(text: string) {
    this.#text = text
  }

  get plain(): Buffer {
    return (this.#plain ??= Buffer.from(this.#text))
  }

  get compressed(): Buffer {
    return (this.#compressed ??=
      this.plain.length < leastBytes
        ? storedBlock(this.plain)
        : deflateRawSync(this.plain, { level: 1, finishFlush: constants.Z_SYNC_FLUSH }))
  }
}
