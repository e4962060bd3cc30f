import type { WorkerSettings } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { arrayOf } from '../../../platform/database/columns.ts'
import { judgedPersonColumns, type JudgedPersonRow, loadJudgeSettings, workerSettingsOf } from '../judge-settings.ts'

type Row = JudgedPersonRow & { user_id: number; office_id: number }

// Without consent people are no longer judged. Of deleted people the profile is gone: by another one the record would change.
const watchedWorkers = {
  name: 'ingest-worker-settings',
  text: `
    select u.user_id, u.office_id, ${judgedPersonColumns}
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
      return judge === undefined ? [] : [[row.user_id, workerSettingsOf(row, judge, day).settings]]
    }),
  )
}
