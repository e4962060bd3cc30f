import type { SismilHost } from '@mimamori/contract'
import { sql } from 'kysely'
import { providerId } from '../../shared/organisation/keys.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { writeValues } from './store.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

// One for the whole installation, so it is the provider's own.
const setting = { type: 'SISMIL_SETTING', key: 'URL' } as const
const owner = { companyId: providerId, officeId: null }

const readOwn = async (db: Db): Promise<{ value: string | null; version: number }> => {
  const { rows } = await sql<TableRow<'master_setting', 'value' | 'version'>>`
    select s.value, s.version from master_setting s
     where s.company_id = ${providerId} and s.office_id is null and s.type = ${setting.type} and s.key = ${setting.key}`.execute(db)
  return rows[0] ?? { value: null, version: 0 }
}

type Parts = Pick<Context, 'db' | 'config' | 'clock'>

/** The address in force: what somebody saved, else the configuration's. */
export const readSismilHost = async ({ db, config }: Pick<Parts, 'db' | 'config'>): Promise<SismilHost> => {
  const { value, version } = await readOwn(db)
  const byDefault = config.sismilUrl ?? null
  return { currentSismilHost: value ?? byDefault, defaultSismilHost: byDefault, version }
}

/**
 * Saves the address, on record. Null, and the default itself, take the saved one back.
 * @throws Refusal 412 where somebody else was first
 */
export const saveSismilHost = (
  { db, config, clock }: Parts,
  { actor, address }: Requester,
  { newSismilUrl, version }: { readonly newSismilUrl: string | null; readonly version?: number | undefined },
): Promise<SismilHost> =>
  db.transaction().execute(async (trx) => {
    await sql`select from company c where c.company_id = ${providerId} for no key update`.execute(trx)
    const before = await readOwn(trx)
    const value = newSismilUrl === (config.sismilUrl ?? null) ? null : newSismilUrl
    if (value !== before.value) {
      const action = actionOnVersion(version, before.version)
      await writeValues(trx, owner, [{ ...setting, value }])
      await writeAudit(trx, {
        at: clock(),
        actor,
        address,
        resource: 'masterSetting',
        resourceId: providerId,
        ...owner,
        action,
        before: { newSismilUrl: before.value },
        after: { newSismilUrl: value },
      })
    }
    return readSismilHost({ db: trx, config })
  })
