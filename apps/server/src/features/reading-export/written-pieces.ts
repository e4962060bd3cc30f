import { byteOrderMark, csvLine, ExportedMinute, type ExportEnd } from '@mimamori/contract'
import { keysOf } from '@mimamori/contract/typed-lists'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { ExportSpan } from './export-span.ts'

type Batches = AsyncIterable<readonly ExportedMinute[]>

/** A JSON object a line. The last one says that nothing is missing: a file without it was cut, wherever that happened. */
export async function* ndjsonPieces(batches: Batches, { next }: ExportSpan): AsyncGenerator<string> {
  let rows = 0
  for await (const batch of batches) {
    rows += batch.length
    yield batch.map((minute) => `${JSON.stringify(minute)}\n`).join('')
  }
  const end: ExportEnd = { complete: true, rows, next: toJapanIsoOrNull(next) }
  yield `${JSON.stringify(end)}\n`
}

const columns = keysOf(ExportedMinute.shape)

/** A CSV as all of ours, whose headings are the names of the fields, for machines. */
export async function* csvPieces(batches: Batches): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  for await (const batch of batches) yield batch.map((minute) => csvLine(columns.map((column) => minute[column] ?? ''))).join('')
}
