import type { ExpectedCells } from './read-row.ts'

/** What the thread that reads a file is told. The columns come by name: their schemas cannot be sent. */
export type ReadingTask = {
  readonly path: string
  readonly columnsModule: string
  readonly columnsName: string
  readonly expected: ExpectedCells
}

/** What it is told beside: that a piece is taken. */
export type ToThread = ReadingTask | 'taken'

/** What it says: about how many rows there are; rows as COPY takes them, each piece answered once it is taken; the end. */
export type FromThread =
  | { readonly kind: 'begin'; readonly rows: number }
  | { readonly kind: 'rows'; readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }
  | {
      readonly kind: 'end'
      readonly faults: readonly (readonly [row: number, texts: readonly string[]])[]
      readonly badRows: number
      readonly secrets: readonly (readonly [row: number, secret: string])[]
    }
  | { readonly kind: 'unreadable'; readonly code: 'E003' | 'E006'; readonly detail: string }
