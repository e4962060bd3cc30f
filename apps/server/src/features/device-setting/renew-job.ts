import { sql } from 'kysely'
import { eachOf, reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'
import type { DeviceKey, OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { queueCommand } from '../../shared/downlink/queue-command.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { barometer } from './barometer.ts'
import { lastingOf, type SettingKind, type Values } from './kind.ts'
import { terminal } from './terminal.ts'

type Back = DeviceKey & { readonly kind: 'belt' | 'barometer' }
type DueRenewal = { readonly device: DeviceKey & OfficeKey; readonly requestedBy: string | null }

const findBack = async (db: Db, isReached: TenantFilter): Promise<Back[]> => {
  const { rows } = await sql<Back>`
    select distinct d.company_id as "companyId", d.device_id as "deviceId", d.kind
      from downlink l
      join device d on d.company_id = l.company_id and d.device_id = l.device_id
      join device_state s on s.company_id = l.company_id and s.device_id = l.device_id
     where l.owed_since is not null and s.heard_at >= l.owed_since and ${isReached('l')} and ${isReached('d')}
       and ${isReached('s')}
     order by d.company_id, d.device_id`.execute(db)
  return rows
}

/** The setting to renew of a device that is still there, with its row locked; undefined where somebody saved, or it answered, meanwhile. */
const lockDueRenewal = async (db: Db, { companyId, deviceId }: DeviceKey): Promise<DueRenewal | undefined> => {
  await sql`select from device d where d.company_id = ${companyId} and d.device_id = ${deviceId} for no key update`.execute(db)
  const { rows } = await sql<{ office_id: number; requested_by: string | null }>`
    select l.office_id, l.created_by as requested_by from downlink l
     where l.company_id = ${companyId} and l.device_id = ${deviceId} and l.owed_since is not null
     order by l.downlink_id desc limit 1`.execute(db)
  const [dueRenewal] = rows
  return dueRenewal && { device: { companyId, officeId: dueRenewal.office_id, deviceId }, requestedBy: dueRenewal.requested_by }
}

const queueAgain = async <Own extends Values>(
  db: Db,
  kind: SettingKind<Own>,
  { device, requestedBy }: DueRenewal,
  at: Date,
): Promise<void> => {
  const saved = await kind.read(db, device)
  // The current setting, not the one of then; what is done once is sent only when a person asks for it.
  const settings = lastingOf(kind, saved?.values ?? kind.defaults)
  await queueCommand(db, { device, settings, defaults: lastingOf(kind, kind.defaults), once: [], requestedBy, at })
}

/** Sends devices their settings if they were away until their commands were given up and have been heard since. */
const renewSettings: Recurring['run'] = async (context, client) => {
  const db = onClient(client)
  const at = context.clock()
  await eachOf(context, client, await findBack(db, await reachedNow(context)), async ({ kind, ...key }) => {
    const dueRenewal = await lockDueRenewal(db, key)
    if (dueRenewal === undefined) return
    if (kind === 'belt') await queueAgain(db, terminal, dueRenewal, at)
    else await queueAgain(db, barometer, dueRenewal, at)
  })
}

/** Sees to it that a device gets its setting when it comes back, however long it was away. */
export const renewSettingsJob: Recurring = {
  name: 'renew settings',
  everySeconds: 15,
  // A transaction for each device: one that is being saved holds up no other.
  lockedBy: 'session',
  run: renewSettings,
}
