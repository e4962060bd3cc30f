/** A document to draw: a pure function, by the URL of its module and its name there, and what it is given. */
export type PdfTask = { readonly module: string; readonly name: string; readonly data: unknown }

/** What the thread answers to a task: the file, or why there is none. */
export type DrawResult =
  | { readonly kind: 'drawn'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly error: Error }
