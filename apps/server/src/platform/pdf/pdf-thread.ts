import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { drawable } from './drawable.ts'
import { openFonts } from './fonts.ts'
import type { DrawResult, PdfTask } from './thread-messages.ts'
import { withScriptFonts } from './with-script-fonts.ts'

/*
 * Draws documents in a thread of its own, one after another, so that the process continues answering. The fonts are read once.
 */

const port = parentPort
if (port === null) throw new Error('pdf-thread runs only as a thread of its own')

// Papers are less urgent than alerts. Linux lowers the priority of the calling thread alone; elsewhere it would slow the whole process.
const drawingNiceness = 10
if (process.platform === 'linux') setPriority(0, drawingNiceness)

const { has, split } = openFonts()

const draw = async ({ module, name, data }: PdfTask): Promise<Uint8Array<ArrayBuffer>> => {
  const paper = ((await import(module)) as Record<string, ((data: unknown) => TDocumentDefinitions) | undefined>)[name]
  if (paper === undefined) throw new Error(`${module} has no ${name}`)
  const file = await pdfmake.createPdf(withScriptFonts(paper(drawable(data, has)), split)).getBuffer()
  // A small buffer may share its memory with others, and only what is its own can be handed over.
  return new Uint8Array(file)
}

const take = async (task: PdfTask): Promise<DrawResult> => {
  try {
    return { kind: 'drawn', bytes: await draw(task) }
  } catch (error) {
    // Its class, and what it carries besides, need not survive the way between threads.
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', error: Object.assign(new Error(message), { stack }) }
  }
}

port.on('message', (task: PdfTask) => {
  void take(task).then((drawn) => port.postMessage(drawn, drawn.kind === 'drawn' ? [drawn.bytes.buffer] : []))
})
