import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { toJapanIso } from '../../../platform/japan-time.ts'

export type ZipWriter = {
  readonly stream: Readable
  /** Aborted once nobody reads any more. */
  readonly left: AbortSignal
  /**
   * Puts a file in, and waits until it is on its way to the reader.
   * @throws AbortError once nobody reads any more
   */
  readonly put: (path: string, bytes: Uint8Array) => Promise<void>
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
  return {
    stream,
    left: leaving.signal,
    put: async (path, bytes) => {
      leaving.signal.throwIfAborted()
      let content: Readable | undefined = Readable.from([bytes])
      const taken = finished(content, { signal: leaving.signal })
      // Yazl keeps its entries to the end, and with them what they were given: this one is left empty.
      zip.addReadStreamLazy(path, { ...options, size: bytes.length }, (take) => {
        if (content !== undefined) take(null, content)
        content = undefined
      })
      await taken
    },
    end: () => zip.end(),
  }
}
