import { existsSync, writeFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { paperFont } from './paper-font.ts'

const set = { defaultStyle: { font: paperFont } } as const

/** A paper of these texts, one a page. */
export const textPaper = (texts: readonly string[]): TDocumentDefinitions => ({
  ...set,
  content: texts.map((text, page) => ({ text, ...(page > 0 && { pageBreak: 'before' as const }) })),
})

/** A paper that cannot be made. */
export const brokenPaper = (): TDocumentDefinitions => {
  throw new Error('no such paper')
}

/** A paper that pdfmake refuses. */
export const strangePaper = (): TDocumentDefinitions => ({ ...set, content: [{ image: '/etc/hostname' }] })

/** A paper that is never done. It leaves a file as soon as it has begun. */
export const endlessPaper = (sign: string): TDocumentDefinitions => {
  writeFileSync(sign, '')
  for (;;);
}

/** A paper that is done once its file is gone. It leaves it as soon as it has begun. */
export const heldPaper = (sign: string): TDocumentDefinitions => {
  writeFileSync(sign, '')
  while (existsSync(sign));
  return textPaper([sign])
}

/** A paper that shows which thread draws it. */
export const threadPaper = (): TDocumentDefinitions => textPaper([`${threadId}`])

/** A paper that ends its thread. */
export const lethalPaper = (): TDocumentDefinitions => process.exit(3)

/** A paper that takes more memory than there is for papers. */
export const hugePaper = (): TDocumentDefinitions => {
  const pages: string[][] = []
  // Few large lists, which are not copied again and again on the way to the limit.
  for (;;) pages.push(Array<string>(1_000_000).fill('行'))
}
