import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { AttachedReading } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'

/** Devices that send each second are noted once a minute: times are stored to the minute, since a cluster refuses to compute them. */
const toMinute = (at: number): number => at - (at % 60_000)

const upsert = {
  name: 'ingest-heard-elsewhere',
  text: `
    insert into heard_elsewhere as h (company_id, device_id, office_id, heard_at)
    select $1, x.device_id, x.office_id, x.heard_at
      from unnest($2::int[], $3::int[], $4::timestamptz[]) as x (device_id, office_id, heard_at)
     order by x.device_id, x.office_id
    on conflict (company_id, device_id, office_id) do update set heard_at = excluded.heard_at
     where h.heard_at < excluded.heard_at`,
}

/** Notes the devices whose readings came with the key of another site of their company, for the device lists of both sites. */
export const markHeardElsewhere = async ({ client, companyId }: BatchTransaction, readings: readonly AttachedReading[]): Promise<void> => {
  const elsewhere = readings.filter(({ source, officeId, movedFrom }) => movedFrom === null && source.officeId !== officeId)
  if (elsewhere.length === 0) return
  const heard = [...Map.groupBy(elsewhere, ({ deviceId, source }) => `${deviceId}/${source.officeId}`).values()].flatMap((own) =>
    own.slice(0, 1).map(({ deviceId, source }) => ({
      deviceId,
      officeId: source.officeId,
      at: toMinute(Math.max(...own.map(({ receivedAt }) => receivedAt))),
    })),
  )
  await client.query({
    ...upsert,
    values: [
      companyId,
      arrayOf(heard, ({ deviceId }) => deviceId),
      arrayOf(heard, ({ officeId }) => officeId),
      arrayOf(heard, ({ at }) => instantOf(at)),
    ],
  })
}
