import type { ExportedMinute } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import type { Db } from '../../platform/context.ts'
import { hourMs } from '../../shared/monitoring/summaries/due.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { boundedStatement } from './bounded-statement.ts'
import type { ExportSpan } from './export-span.ts'
import { findPeopleByHour, type PeopleOfHour } from './people-by-hour.ts'
import { readMinutes, type Slice } from './read-minutes.ts'

const minuteMs = 60_000

/** Rows that are in memory together, unless a minute alone has more. */
const rowsAtATime = 5_000

type Span = Pick<ExportSpan, 'from' | 'to'>

function* daysOf({ from, to }: Span): Generator<Span> {
  for (let begin = from.getTime(); begin < to.getTime(); begin += dayMs)
    yield { from: new Date(begin), to: new Date(Math.min(begin + dayMs, to.getTime())) }
}

function* slicesOf({ hour, userIds }: PeopleOfHour, span: Span): Generator<Slice> {
  const lengthMs = Math.max(1, Math.floor(rowsAtATime / userIds.length)) * minuteMs
  const end = Math.min(hour.getTime() + hourMs, span.to.getTime())
  for (let begin = Math.max(hour.getTime(), span.from.getTime()); begin < end; begin += lengthMs)
    yield { from: new Date(begin), to: new Date(Math.min(begin + lengthMs, end)), userIds }
}

/**
 * The minutes of a site in their order, some thousands at a time. No transaction lasts longer than a slice, and nothing is read before
 * it is asked for, so that a slow reader holds neither the database nor memory. Whose consent ends meanwhile is left out from the next
 * day of the file on.
 */
export async function* exportMinutes(
  db: Db,
  office: OfficeKey,
  span: Span,
  withVitals: boolean,
): AsyncGenerator<readonly ExportedMinute[]> {
  for (const day of daysOf(span))
    for (const people of await boundedStatement(db, (trx) => findPeopleByHour(trx, office, day)))
      for (const slice of slicesOf(people, day)) {
        const rows = await readMinutes(db, office, slice, withVitals)
        if (rows.length > 0) yield rows
      }
}
