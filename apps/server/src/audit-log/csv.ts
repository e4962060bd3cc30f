import { labels } from '@mimamori/contract'
import { byteOrderMark, lineOf } from '../platform/exchange/csv-out.ts'
import { toJapanIso } from '../platform/japan-time.ts'
import type { AuditRow } from './store.ts'

const headings = labels.auditLog
const asText = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))

const columns: readonly { readonly heading: string; readonly cell: (row: AuditRow) => string }[] = [
  { heading: headings.at, cell: ({ at }) => toJapanIso(at).slice(0, 19).replace('T', ' ').replaceAll('-', '/') },
  { heading: headings.userName, cell: ({ userName }) => userName },
  { heading: headings.action, cell: ({ action }) => action },
  { heading: headings.resource, cell: ({ resource }) => resource },
  { heading: headings.resourceId, cell: ({ resourceId }) => resourceId },
  { heading: headings.before, cell: ({ before }) => asText(before) },
  { heading: headings.after, cell: ({ after }) => asText(after) },
  { heading: headings.address, cell: ({ address }) => address ?? '' },
]

/** The entries as a file, a piece for each batch as it is read. */
export const auditCsv = async function* (batches: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  yield byteOrderMark + lineOf(columns.map(({ heading }) => heading))
  for await (const rows of batches) yield rows.map((row) => lineOf(columns.map(({ cell }) => cell(row)))).join('')
}
