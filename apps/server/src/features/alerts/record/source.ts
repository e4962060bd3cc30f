import type { AlertRecord, WbgtSource } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { measuredAs } from './readings.ts'
import type { Subject } from './store.ts'

type Source = NonNullable<AlertRecord['source']>
type Kind = NonNullable<Source['device']>['kind']

type SourceRow = {
  readonly kind: Kind | null
  readonly serial: string | null
  readonly location_name: string | null
  readonly gateway_serial: string | null
  readonly gateway_location: string | null
  readonly battery: number | null
  readonly wbgt_source: WbgtSource | null
  readonly received_at: Date | null
}

/** A reading that came in later than this was not sent when it was taken. */
const lateMs = 5 * 60_000

// The reading that opened the episode, or the last one before it; a silence opens long after its last.
const firstReading = ({ company_id, user_id, office_id, device_id, kind, started_at }: Subject): RawBuilder<SourceRow> => {
  const isOfSubject = kind === 'belt' && device_id !== null ? sql`r.device_id = ${device_id}` : sql`r.user_id = ${user_id}`
  const which = kind === 'belt' ? sql`(r.hook is not null or r.pressure is not null)` : sql`(r.hook is null and r.pressure is null)`
  return sql`
    select d.kind, d.serial, d.location_name, g.serial as gateway_serial, g.location_name as gateway_location, r.battery,
           r.wbgt_source, case when r.received_at > r.at + ${lateMs}::int * interval '1 millisecond' then r.received_at end as received_at
      from (select r.* from reading r
             where r.company_id = ${company_id} and ${isOfSubject} and ${which} and r.office_id = ${office_id}
               and r.at > ${started_at}::timestamptz - interval '1 hour' and r.at <= ${started_at}::timestamptz + interval '1 minute'
             order by r.at desc limit 1) r
      left join device d on d.company_id = r.company_id and d.company_id = ${company_id} and d.device_id = r.device_id
      left join device g on g.company_id = r.company_id and g.company_id = ${company_id} and g.device_id = r.gateway_id`
}

// Of a watcher's own readings only that a WBGT was estimated is kept.
const itself = ({ company_id, device_id, started_at }: Subject): RawBuilder<SourceRow> => sql`
  select d.kind, d.serial, d.location_name, null as gateway_serial, null as gateway_location, null::int as battery,
         case when d.kind = 'heat' then (
           select r.wbgt_source from reading r
            where r.company_id = ${company_id} and r.device_id = ${device_id} and r.at > ${started_at}::timestamptz - interval '1 hour'
              and r.at <= ${started_at}::timestamptz and r.wbgt is not null
            order by r.at desc limit 1) end as wbgt_source,
         null::timestamptz as received_at
    from device d where d.company_id = ${company_id} and d.device_id = ${device_id}`

/** What an episode was measured with, as far as it is still on record. */
export const readSource = async (db: Db, subject: Subject): Promise<Source | null> => {
  const measured = measuredAs(subject)
  const isWorn = measured === 'person' || measured === 'belt'
  if (isWorn && subject.withdrew_consent) return null
  const { rows } = await (isWorn ? firstReading(subject) : itself(subject)).execute(db)
  const [row] = rows
  if (row === undefined) return null
  return {
    device: row.kind === null || row.serial === null ? null : { kind: row.kind, serialNumber: row.serial, locationName: row.location_name },
    gateway: row.gateway_serial === null ? null : { serialNumber: row.gateway_serial, locationName: row.gateway_location },
    battery: row.battery,
    wbgtSource: row.wbgt_source,
    receivedAt: toJapanIsoOrNull(row.received_at),
  }
}
