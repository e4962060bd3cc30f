import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { sealedBy } from '../../../platform/secrets/sealed.ts'
import { stepOf } from './totp.ts'

const use = 'totp'
const sealed = ({ jwtSecrets }: Pick<Config, 'jwtSecrets'>) => sealedBy(jwtSecrets, use)

/** The secret of an app as it is to be kept from now on; undefined where it is so already. */
export const renewTotp = (config: Pick<Config, 'jwtSecrets'>, secret: Buffer): Buffer | undefined => sealed(config).renew(secret, use)

/** Keeps the secret of an app that is being set up, in place of one that was not finished. False where one is in use. */
export const startTotp = async (
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  { companyId, userId }: PersonKey,
  secret: string,
): Promise<boolean> => {
  const row = { secret: sealed(config).seal(secret, use), started_at: clock() }
  const stored = await db
    .insertInto('totp')
    .values({ company_id: companyId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(row).where('totp.confirmed_at', 'is', null))
    .returning('totp.user_id')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * Takes a code of the person's app, once. With `isFirst` it is the code that puts the app into use.
 * @returns false where the code is wrong or was taken before
 */
export const takeTotpCode = async (
  { config, log, clock }: Pick<Context, 'config' | 'log' | 'clock'>,
  db: Db,
  { companyId, userId }: PersonKey,
  code: string,
  isFirst = false,
): Promise<boolean> => {
  const row = await db
    .selectFrom('totp as t')
    .select('t.secret')
    .where('t.company_id', '=', companyId)
    .where('t.user_id', '=', userId)
    .where('t.confirmed_at', isFirst ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return false
  const secret = sealed(config).open(row.secret, use)
  if (secret === undefined) {
    log.warn({ companyId, userId }, 'an app for one-time codes cannot be checked: JWT_SECRET no longer names what sealed it')
    return false
  }
  const at = clock()
  const step = stepOf(secret, code, at)
  if (step === undefined) return false
  const taken = await db
    .updateTable('totp as t')
    // Sealed with the newest secret each time, so that after a while an older JWT_SECRET is no longer needed.
    .set({ last_step: step, secret: sealed(config).seal(secret, use), ...(isFirst && { confirmed_at: at }) })
    .where('t.company_id', '=', companyId)
    .where('t.user_id', '=', userId)
    .where('t.last_step', '<', step)
    .where('t.confirmed_at', isFirst ? 'is' : 'is not', null)
    // Another secret may have been begun meanwhile.
    .where('t.secret', '=', row.secret)
    .returning('t.user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Forgets the person's app. False where there was none in use. */
export const removeTotp = async (db: Db, { companyId, userId }: PersonKey): Promise<boolean> => {
  const gone = await db
    .deleteFrom('totp as t')
    .where('t.company_id', '=', companyId)
    .where('t.user_id', '=', userId)
    .returning('t.confirmed_at')
    .executeTakeFirst()
  return gone !== undefined && gone.confirmed_at !== null
}
