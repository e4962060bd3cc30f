import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { CellValue, FileColumn } from './columns.ts'
import { inspect, recordsOf, UnreadableFile } from './csv-in.ts'
import { faultsShown } from './faults.ts'
import { type RowReader, rowReader } from './read-row.ts'
import type { FromThread, ToThread, ReadingTask } from './thread-messages.ts'

/*
 * Reads files in a thread of its own, one after another, so that the process continues answering: decoded, parsed, checked
 * cell by cell, and handed back in the form that COPY takes.
 */

const port = parentPort
if (port === null) throw new Error('csv-thread runs only as a thread of its own')

// Imports are less urgent than alerts. Linux lowers the priority of the calling thread alone; elsewhere it would slow
// the whole process.
const readingNiceness = 10
if (process.platform === 'linux') setPriority(0, readingNiceness)

const say = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

// The database stores rows more slowly than they are read: at most this many pieces wait for it.
const piecesWaiting = 3
let piecesAhead = piecesWaiting
let wake: (() => void) | undefined

const pieceLength = 64 * 1_024

const copied = (value: CellValue): string => {
  if (value === null) return '\\N'
  return typeof value === 'string' ? value.replaceAll(/[\\\n\r\t]/g, escaped) : String(value)
}
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (character: string) => escapes[character] ?? character

const sendPiece = async (text: string, rows: number): Promise<void> => {
  while (piecesAhead === 0) await new Promise<void>((resolve) => (wake = resolve))
  piecesAhead--
  const bytes = new TextEncoder().encode(text)
  say({ kind: 'rows', bytes, rows }, [bytes.buffer])
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

const work = async (columns: readonly FileColumn[], { path, expected, mapping }: ReadingTask): Promise<void> => {
  const { encoding, rows } = await inspect(path)
  say({ kind: 'begin', rows })
  const faults: [number, readonly string[]][] = []
  const warnings: [number, readonly string[]][] = []
  const secrets: [number, string][] = []
  let reader: RowReader | undefined
  let [number, piece, inPiece, badRows, warnedRows, widenedRows] = [0, '', 0, 0, 0, 0]
  for await (const cells of recordsOf(path, encoding)) {
    // Rows count as a spreadsheet counts them: the heading is row 1, and empty rows count too.
    number++
    if (reader === undefined) {
      reader = rowReader(columns, cells, { expected, mapping })
      continue
    }
    if (isBlank(cells)) continue
    const row = reader.read(cells)
    if ('faults' in row) {
      badRows++
      if (faults.length < faultsShown) faults.push([number, row.faults])
      continue
    }
    if (row.secret !== null) secrets.push([number, row.secret])
    if (row.isWidened) widenedRows++
    if (row.warnings.length > 0) {
      warnedRows++
      if (warnings.length < faultsShown) warnings.push([number, row.warnings])
    }
    piece += `${number}\t${row.deletes ? 't' : 'f'}`
    for (const value of row.values) piece += `\t${copied(value)}`
    piece += '\n'
    inPiece++
    if (piece.length < pieceLength) continue
    await sendPiece(piece, inPiece)
    ;[piece, inPiece] = ['', 0]
  }
  if (reader === undefined) throw new UnreadableFile('E006', '1行目に見出しがありません。')
  if (inPiece > 0) await sendPiece(piece, inPiece)
  say({ kind: 'end', faults, badRows, warnings, warnedRows, widenedRows, absent: reader.absent, secrets })
}

const take = async (task: ReadingTask): Promise<void> => {
  const { columnsModule, columnsName } = task
  piecesAhead = piecesWaiting
  try {
    const columns = ((await import(columnsModule)) as Record<string, readonly FileColumn[]>)[columnsName]
    if (columns === undefined) throw new Error(`${columnsModule} has no ${columnsName}`)
    await work(columns, task)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    say({ kind: 'unreadable', code: error.code, detail: error.message })
  }
}

port.on('message', (message: ToThread) => {
  // Any other error ends the thread, and the caller learns of its end.
  if (message !== 'taken') return void take(message)
  piecesAhead++
  wake?.()
})
