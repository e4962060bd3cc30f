import { sql } from 'kysely'
import { slotMs } from '../../../shared/monitoring/summaries/due.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import type { Span, Watcher } from './site.ts'

/** A stretch between two readings of a watcher; the ends are null where it has none. */
type Bounds = { readonly deviceId: number; readonly from: Date | null; readonly to: Date | null }

/** Ten minutes, by their beginning in epoch ms, of watchers whose summary exists though none of its readings is left. */
export type BareSlots = ReadonlyMap<number, ReadonlySet<number>>

export const isBare = (bare: BareSlots, { deviceId }: Pick<Watcher, 'deviceId'>, slot: Date): boolean =>
  bare.get(deviceId)?.has(slot.getTime()) === true

/**
 * Finds the slots that lie wholly in a pause of the readings and have a summary with values: the readings were deleted, or
 * never put back.
 */
export const readBareSlots = async (db: Db, { companyId }: OfficeKey, pauses: readonly Bounds[], span: Span): Promise<BareSlots> => {
  const { rows } = await sql<{ device_id: number; slot: Date }>`
    select h.device_id, h.slot
      from unnest(${pauses.map(({ deviceId }) => deviceId)}::int[], ${pauses.map(({ from }) => from)}::timestamptz[],
                  ${pauses.map(({ to }) => to)}::timestamptz[]) as p (device_id, since, until)
      join heat_summary h on h.company_id = ${companyId} and h.device_id = p.device_id and h.wbgt_count > 0
                         and h.slot > coalesce(p.since, '-infinity') and h.slot + interval '10 minutes' <= coalesce(p.until, 'infinity')
     where h.slot >= ${span.from} and h.slot < ${span.to}
       and not exists (select from heat_due w where w.company_id = h.company_id and w.device_id = h.device_id and w.slot = h.slot)`.execute(
    db,
  )
  return new Map(
    [...Map.groupBy(rows, ({ device_id: deviceId }) => deviceId)].map(([id, own]) => [id, new Set(own.map(({ slot }) => slot.getTime()))]),
  )
}

/** What is left of a stretch beside slots. */
export const spansWithout = ({ from, to }: Span, slots: ReadonlySet<number>): Span[] => {
  const inside = [...slots].filter((slot) => slot < to.getTime() && slot + slotMs > from.getTime()).toSorted((one, other) => one - other)
  const begins = [from.getTime(), ...inside.map((slot) => slot + slotMs)]
  return begins.flatMap((begin, index) => {
    const end = inside[index] ?? to.getTime()
    return begin < end ? [{ from: new Date(begin), to: new Date(end) }] : []
  })
}
