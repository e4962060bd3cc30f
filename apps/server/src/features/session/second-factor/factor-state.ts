import type { AnswerOf, secondFactor } from '@mimamori/contract'
import { sql } from 'kysely'
import { providerId } from '../../../shared/organisation/keys.ts'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { findPasskeys } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { relyingPartyOf } from './relying-party.ts'

const setting = { type: 'SIGN_IN_SETTING', key: 'SECOND_FACTOR_REQUIRED' } as const

/** Whether a company asks a second factor of its administrators. */
const isRequiredIn = async (db: Db, companyId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('master_setting as m')
    .select('m.value')
    .where('m.company_id', '=', companyId)
    .where('m.office_id', 'is', null)
    .where('m.type', '=', setting.type)
    .where('m.key', '=', setting.key)
    .executeTakeFirst()
  return row?.value === '1'
}

const isUnitAdmin = ({ role }: Actor) => role === 'AdminUnitService' || role === 'AdminUnitContract'

/** The state of one's own second factor. */
export const readFactorState = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  actor: Actor,
): Promise<AnswerOf<typeof secondFactor.standing>> => {
  const totp = await db
    .selectFrom('totp as t')
    .select('t.confirmed_at')
    .where('t.company_id', '=', actor.companyId)
    .where('t.user_id', '=', actor.userId)
    .executeTakeFirst()
  const isRequired = isUnitAdmin(actor) && (await isRequiredIn(db, actor.companyId))
  const passkeys = await findPasskeys(db, actor)
  return {
    totpSince: totp?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, actor),
    passkeys: passkeys.map(({ credential_id: id, name, created_at: createdAt, last_used_at: lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    passkeyHost: relyingPartyOf(config).host,
    isRequired,
    isRequiredOfService: actor.role === 'AdminUnitService' ? isRequired : null,
  }
}

/** Asks a second factor of the service's own administrators, or no longer: the provider's company is in no list of companies. */
export const requireOfService = ({ db, clock }: Context, { actor, address }: Requester, isRequired: boolean): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const value = isRequired ? '1' : '0'
    await sql`select from company c where c.company_id = ${providerId} for no key update`.execute(trx)
    const before = await isRequiredIn(trx, providerId)
    if (before === isRequired) return
    await sql`
      insert into master_setting as s (company_id, office_id, type, key, value)
      values (${providerId}, null, ${setting.type}, ${setting.key}, ${value})
      on conflict on constraint master_setting_unique do update set value = excluded.value, version = s.version + 1`.execute(trx)
    const field = `${setting.type}.${setting.key}`
    await writeAudit(trx, {
      at: clock(),
      actor,
      address,
      action: 'update',
      resource: 'masterSetting',
      resourceId: providerId,
      companyId: providerId,
      officeId: null,
      before: { [field]: before ? '1' : '0' },
      after: { [field]: value },
    })
  })
