import type { ColumnMapping } from '@mimamori/contract'
import type { ExpectedCells } from './read-row.ts'

/** The message that starts a reading. The columns are named, since schemas cannot be sent to a thread. */
export type ReadingTask = {
  readonly path: string
  readonly columnsModule: string
  readonly columnsName: string
  readonly expected: ExpectedCells
  readonly mapping: ColumnMapping
}

/** Any message to the thread; 'taken' says that a piece of rows was stored. */
export type ToThread = ReadingTask | 'taken'

/** Messages of the thread: about how many rows there are; a piece of rows as COPY takes them, to be answered by 'taken'; the end. */
export type FromThread =
  | { readonly kind: 'begin'; readonly rows: number }
  | { readonly kind: 'rows'; readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }
  | {
      readonly kind: 'end'
      readonly faults: readonly (readonly [row: number, texts: readonly string[]])[]
      readonly badRows: number
      /** Of rows that can be imported; of the first ones, and how many there are. */
      readonly warnings: readonly (readonly [row: number, texts: readonly string[]])[]
      readonly warnedRows: number
      /** In how many rows half-width kana became full-width. */
      readonly widenedRows: number
      /** The names of the staged columns that the file does not have. */
      readonly absent: readonly string[]
      readonly secrets: readonly (readonly [row: number, secret: string])[]
    }
  | { readonly kind: 'unreadable'; readonly code: 'E003' | 'E006'; readonly detail: string }
