import { providerId } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { hashPassword, makePassword, verifyPassword } from '../../platform/secrets/password.ts'

/** The login ID of the first service-unit administrator. */
export const firstAdminLoginId = 'admin'

/**
 * Gives an empty product its first service-unit administrator, with `ADMIN_PASSWORD` or a password made up here.
 * The made-up one need not be changed: it is printed once, and the operator reads it alone.
 * @returns the made-up password, to be shown this once; undefined where there is nothing to show
 */
export const ensureFirstAdmin = async ({ config, db, clock }: Context): Promise<string | undefined> => {
  const existing = () =>
    db
      .selectFrom('app_user as u')
      .select('u.user_id')
      .where('u.company_id', '=', providerId)
      .where('u.role', '=', 'AdminUnitService')
      .where('u.deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
  if ((await existing()) !== undefined) return undefined
  const made = config.adminPassword === undefined ? makePassword() : undefined
  const passwordHash = await hashPassword(config.adminPassword ?? made ?? '')
  const isOurs = await db.transaction().execute(async (trx) => {
    // Of several processes that start on an empty database, the first to come makes the account.
    const claimed = await trx
      .insertInto('login')
      .values({ login_key: firstAdminLoginId, company_id: providerId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('login.login_key')
      .executeTakeFirst()
    if (claimed === undefined) return false
    const row = await trx
      .insertInto('app_user')
      .values({
        login_id: firstAdminLoginId,
        password_hash: passwordHash,
        role: 'AdminUnitService',
        company_id: providerId,
        full_name: 'サービス管理者',
        furigana: 'サービスカンリシャ',
      })
      .returning('app_user.user_id')
      .executeTakeFirstOrThrow()
    await writeAudit(trx, {
      at: clock(),
      actor: null,
      address: '',
      action: 'create',
      resource: 'user',
      resourceId: row.user_id,
      companyId: providerId,
      officeId: null,
      after: { userName: firstAdminLoginId, role: 'AdminUnitService' },
    })
    return true
  })
  return isOurs ? made : undefined
}

/**
 * Whether `ADMIN_PASSWORD` is not the password of `admin`, or there is no such account any more: once the product has an
 * administrator, the variable changes nothing.
 */
export const isAdminPasswordUnused = async ({ config, db }: Context): Promise<boolean> => {
  if (config.adminPassword === undefined) return false
  const admin = await db
    .selectFrom('app_user as u')
    .select('u.password_hash')
    .where('u.company_id', '=', providerId)
    .where('u.login_key', '=', firstAdminLoginId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return !(await verifyPassword(admin?.password_hash, config.adminPassword))
}
