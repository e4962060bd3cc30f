import type { WbgtSource } from '@mimamori/contract'
import type { HeatRank, WorkerReading } from '@mimamori/heat'
import type { Pool } from 'pg'
import { restored } from '../judge/place-readings.ts'
import { asWorkerReading } from '../judge/assess-worker.ts'
import type { AttachedReading, UsedHeat } from '../reading.ts'

/** A stored reading of a person's vital tag, in the shapes of the judge and of the log of episodes; `excess` as on that day, °C. */
export type TrialReading = {
  readonly at: number
  readonly receivedAt: number
  readonly attached: AttachedReading
  readonly heat: UsedHeat | null
  readonly worker: WorkerReading
  readonly excess: number | null
}

type Row = {
  device_id: number
  at: number
  call: boolean
  office_id: number
  received_at: number
  heart_rate: number | null
  wbgt: number | null
  wbgt_source: WbgtSource | null
  excess: number | null
  interval_minutes: number | null
  wbgt_rank: HeatRank
}

const readingsOfPerson = {
  name: 'trial-readings',
  text: `
    select r.device_id, extract(epoch from r.at)::float8 * 1000 as at, r.call, r.office_id,
           extract(epoch from r.received_at)::float8 * 1000 as received_at, r.heart_rate, r.wbgt, r.wbgt_source, r.excess,
           r.interval_minutes, coalesce(r.wbgt_rank, 0) as wbgt_rank
      from reading r
      left join device d on d.company_id = $1 and d.device_id = r.device_id
     where r.company_id = $1 and r.user_id = $2 and r.at >= $3 and r.at < $4
       and coalesce(d.kind, 'vital') = 'vital' and r.hook is null and r.pressure is null
     order by r.at`,
}

/** A person; `officeId` is the site that answers for them now. */
export type TrialPerson = { readonly companyId: number; readonly userId: number; readonly officeId: number | null }

const readingOf = ({ companyId, officeId }: TrialPerson, siteId: number, row: Row): TrialReading => {
  const [at, receivedAt] = [Math.round(row.at), Math.round(row.received_at)]
  const heat: UsedHeat | null =
    row.wbgt === null || row.wbgt_source === null
      ? null
      : { wbgt: row.wbgt, rank: row.wbgt_rank, source: row.wbgt_source, deviceId: null, temperature: null }
  const attached = restored(companyId, {
    deviceId: row.device_id,
    at,
    call: row.call,
    // Alerts are of the site that answers for the wearer, wherever the tag is registered.
    officeId: officeId === siteId ? siteId : row.office_id,
    receivedAt,
    heartRate: row.heart_rate,
    intervalMinutes: row.interval_minutes,
    gatewayId: null,
    heat,
    levels: { heartLevel: null, heatLevel: null, totalLevel: null, excess: row.excess, gapSeconds: null },
  })
  return { at, receivedAt, attached, heat, worker: asWorkerReading(attached, heat), excess: row.excess }
}

/** A person's stored readings from one instant to another, in time order. */
export const readStored = async (pool: Pool, person: TrialPerson, siteId: number, from: Date, to: Date): Promise<TrialReading[]> => {
  const { rows } = await pool.query<Row>({ ...readingsOfPerson, values: [person.companyId, person.userId, from, to] })
  return rows.map((row) => readingOf(person, siteId, row))
}
