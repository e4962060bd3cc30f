import type { FastifyReply } from 'fastify'

/** A file that left, as far as it did. */
export type SentFile = {
  readonly fileName: string
  /** Rows of a list; what is no list has none. */
  readonly lines?: number
}

/**
 * Where a file goes: the answer, and the record of who took it, which is awaited before the file's end leaves. Anyone who sends
 * a file needs one, so that none leaves without a record.
 */
export type Download = { readonly reply: FastifyReply; readonly record: (taken: SentFile) => Promise<void> }
