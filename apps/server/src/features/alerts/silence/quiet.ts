import { silenceKinds, type SilenceKind } from '@mimamori/contract'
import { sql } from 'kysely'
import type { AlertKey, OfficeKey, PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { ownKinds } from '../episodes/own-kinds.ts'
import { isWornHeard } from '../../../shared/monitoring/last-heard/heard-within.ts'
import { lockSilence } from './follow-silence.ts'

/** Quiets the silence of these people of a company until each one's next reading. */
export const quietPeople = async (db: Db, companyId: number, userIds: readonly number[], at: Date): Promise<void> => {
  // In the ingestion's order of locks.
  await sql`
    update worker_state ws set quiet_since = ${at}
      from (select s.user_id from worker_state s
             where s.company_id = ${companyId} and s.user_id = any(${userIds}::int[]) order by s.user_id for update) locked
     where ws.company_id = ${companyId} and ws.user_id = locked.user_id`.execute(db)
}

/** The same of gateways and instruments, until they are heard. */
export const quietDevices = async (db: Db, companyId: number, deviceIds: readonly number[], at: Date): Promise<void> => {
  await sql`
    insert into device_state (company_id, device_id, quiet_since)
    select ${companyId}, x.id, ${at} from unnest(${deviceIds}::int[]) x (id) order by x.id
    on conflict (company_id, device_id) do update set quiet_since = excluded.quiet_since`.execute(db)
}

/** Quiets the silence of a person where their data has stopped; one who is heard is watched on. */
const quietWhereStopped = async (db: Db, { companyId, userId }: PersonKey, at: Date): Promise<void> => {
  const isHeard = isWornHeard(sql.ref('ws.last_at'), sql.ref('ws.interval_minutes'), at)
  await sql`
    update worker_state ws set quiet_since = ${at}
     where ws.company_id = ${companyId} and ws.user_id = ${userId} and (${isHeard}) is not true`.execute(db)
}

/** Whether an episode is a line of silence. */
const isSilence = (kind: string): kind is SilenceKind => silenceKinds.some((one) => one === kind)

type Closing = AlertKey & OfficeKey & { readonly kind: string; readonly userId: number | null }

/**
 * Quiets what a person closes: the people that a line of silence names, and its gateway or instrument; of an episode about a
 * person's own state their silence, where their data has stopped. Call it before the episode is locked.
 */
export const quietClosed = async (db: Db, { companyId, officeId, alertId, kind, userId }: Closing, at: Date): Promise<void> => {
  if (!isSilence(kind)) {
    if (userId !== null && ownKinds.some((own) => own === kind)) await quietWhereStopped(db, { companyId, userId }, at)
    return
  }
  await lockSilence(db, { companyId, officeIds: [officeId] })
  const { rows } = await sql<{ user_ids: number[]; device_ids: number[] }>`
    select array_remove(array[a.user_id], null) || array(select jsonb_array_elements(coalesce(a.reason->'userIds', '[]'))::int) as user_ids,
           case when a.kind in ('gatewaySilent', 'deviceSilent') then array[a.device_id] else '{}' end as device_ids
      from alert a where a.company_id = ${companyId} and a.alert_id = ${alertId}`.execute(db)
  // In the ingestion's order of locks: devices before people.
  await quietDevices(
    db,
    companyId,
    rows.flatMap(({ device_ids: deviceIds }) => deviceIds),
    at,
  )
  await quietPeople(
    db,
    companyId,
    rows.flatMap(({ user_ids: userIds }) => userIds),
    at,
  )
}
