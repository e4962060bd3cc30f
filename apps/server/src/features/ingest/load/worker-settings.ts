import { ageForLimits, heartLimits, type WorkerSettings, workingHoursOf } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../../../shared/organisation/heat-layers.ts'
import { arrayOf } from '../../../platform/database/columns.ts'
import { loadJudgeSettings } from '../judge-settings.ts'

type Row = HeatLayerRow & {
  user_id: number
  office_id: number
  date_of_birth: string | null
  heart_judged: boolean
  opens_at: string
  closes_at: string
}

// Without consent people are no longer judged. Of deleted people the profile is gone: by another one the record would change.
const watchedWorkers = {
  name: 'ingest-worker-settings',
  text: `
    select u.user_id, u.office_id, u.date_of_birth, u.heart_judged, o.opens_at, o.closes_at, ${heatLayerColumns}
      from app_user u
      join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
     where u.company_id = $1 and u.user_id = any($2::int[]) and u.consent_withdrawn_at is null and u.deleted_at is null`,
}

/** What a company's workers are judged by on a day of Japan, YYYY-MM-DD; those who are not judged are left out. */
export const loadWorkerSettings = async (
  client: PoolClient,
  log: Logger,
  companyId: number,
  userIds: readonly number[],
  day: string,
): Promise<Map<number, WorkerSettings>> => {
  const { rows } = await client.query<Row>({ ...watchedWorkers, values: [companyId, arrayOf(userIds, (id) => id)] })
  const offices = [...new Set(rows.map((row) => row.office_id))].map((officeId) => ({ companyId, officeId }))
  const judges = await loadJudgeSettings(client, log, offices)
  return new Map(
    rows.flatMap((row): [number, WorkerSettings][] => {
      const judge = judges.get(row.office_id)
      const { referenceWbgt, clothingAdjustment } = heatBasisOfRow(row, day)
      const limits = heartLimits(ageForLimits(row.date_of_birth, day).ageYears)
      const own = {
        referenceWbgt,
        clothingAdjustment,
        limits,
        heartJudged: row.heart_judged,
        workingHours: workingHoursOf(row.opens_at, row.closes_at),
      }
      return judge === undefined ? [] : [[row.user_id, { ...judge, ...own }]]
    }),
  )
}
