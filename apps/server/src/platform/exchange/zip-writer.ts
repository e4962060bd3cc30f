import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { toJapanIso } from '../japan-time.ts'

export type ZipWriter = {
  readonly stream: Readable
  /** Aborted once nobody reads any more. */
  readonly left: AbortSignal
  /**
   * Puts a file in, and waits until it is on its way to the reader.
   * @throws AbortError once nobody reads any more
   */
  readonly put: (path: string, bytes: Uint8Array) => Promise<void>
  /**
   * The same of a file whose size nobody knows before it is written: it is read piece by piece, as fast as the ZIP is.
   * @throws AbortError, and what reading the pieces throws
   */
  readonly putPieces: (path: string, pieces: AsyncIterable<string>) => Promise<void>
  readonly end: () => void
}

// A ZIP holds local times without their zone: those of Japan.
const wallClock = (instant: Date): Date => new Date(toJapanIso(instant).slice(0, 19))

/** A ZIP that is written as fast as it is read, file by file. Names are marked as UTF-8. */
export const zipWriter = (now: Date): ZipWriter => {
  const zip = new ZipFile()
  // Its type says less than what it is.
  const stream = zip.outputStream as Readable
  const leaving = new AbortController()
  stream.once('close', () => leaving.abort())
  const options = { mtime: wallClock(now), forceDosTimestamp: true }
  const add = async (path: string, from: Readable, size: { readonly size?: number }) => {
    leaving.signal.throwIfAborted()
    let content: Readable | undefined = from
    const taken = finished(content, { signal: leaving.signal })
    // Yazl keeps its entries to the end, and with them what they were given: this one is left empty.
    zip.addReadStreamLazy(path, { ...options, ...size }, (take) => {
      if (content !== undefined) take(null, content)
      content = undefined
    })
    await taken
  }
  return {
    stream,
    left: leaving.signal,
    put: (path, bytes) => add(path, Readable.from([bytes]), { size: bytes.length }),
    putPieces: (path, pieces) => add(path, Readable.from(pieces), {}),
    end: () => zip.end(),
  }
}
