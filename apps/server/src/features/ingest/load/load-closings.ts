import type { PoolClient } from 'pg'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { AttachedReading } from '../reading.ts'
import { distinct } from './load-sources.ts'

const closings = {
  name: 'ingest-closings',
  text: `
    select a.device_id, max(a.handled_at) as closed_at from alert a
     where a.company_id = $1 and a.device_id = any($2::int[]) and a.user_id is null and a.kind = 'emergency' and a.handling = 'closed'
     group by a.device_id`,
}

/**
 * When a person last closed the site emergency of each device that nobody wears and whose call button is down, epoch ms. The judge of
 * such a device does not know of it. Batches without such presses ask the database nothing.
 */
export const loadClosings = async (
  client: PoolClient,
  companyId: number,
  readings: readonly AttachedReading[],
): Promise<Map<number, number>> => {
  const pressed = distinct(readings.map(({ call, wear, deviceId }) => (call && wear === null ? deviceId : null)))
  if (pressed.length === 0) return new Map()
  const { rows } = await client.query<{ device_id: number; closed_at: Date | null }>({
    ...closings,
    values: [companyId, arrayOf(pressed, (id) => id)],
  })
  return new Map(rows.flatMap(({ device_id: id, closed_at: at }) => (at === null ? [] : [[id, at.getTime()]])))
}
