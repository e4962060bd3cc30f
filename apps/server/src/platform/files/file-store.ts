import type { Readable } from 'node:stream'

/** Where files are kept, by key: letters, digits, `.`, `_` and `-`. A file is written once and never changed. */
export type FileStore = {
  /**
   * Stores the content of a file of this machine. Resolves once it would survive the loss of power; of one that is broken
   * off nothing can be got.
   */
  readonly put: (key: string, path: string, type: string) => Promise<void>
  /** The content as a stream; undefined where there is none of that key. */
  readonly get: (key: string) => Promise<Readable | undefined>
  /** Removes it, with what a broken-off `put` left; nothing happens where there is none. */
  readonly delete: (key: string) => Promise<void>
  /** The keys of all files that are whole. */
  readonly list: () => Promise<readonly string[]>
}

/** The place that keeps files does not answer, or has no room. */
export class FilesAway extends Error {
  override readonly name = 'FilesAway'
}

/** @throws FilesAway for whatever goes wrong in the work */
export const orFilesAway = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work()
  } catch (error) {
    throw new FilesAway(error instanceof Error ? `${error.name}: ${error.message}` : String(error), { cause: error })
  }
}
