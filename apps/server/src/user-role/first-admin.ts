import { sql } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { hashPassword, makePassword } from '../platform/password.ts'

/** The login ID of the first service-unit administrator. */
export const firstAdminLoginId = 'admin'

/**
 * Gives an empty product its first service-unit administrator, with `ADMIN_PASSWORD` or a password made up here.
 * @returns the made-up password, to be shown this once; undefined where there is nothing to show
 */
export const ensureFirstAdmin = async ({ config, db, clock }: Context): Promise<string | undefined> => {
  const existing = () =>
    db
      .selectFrom('app_user as u')
      .select('u.user_id')
      .where('u.role', '=', 'AdminUnitService')
      .where('u.deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
  if ((await existing()) !== undefined) return undefined
  const made = config.adminPassword === undefined ? makePassword() : undefined
  const passwordHash = await hashPassword(config.adminPassword ?? made ?? '')
  const isOurs = await db.transaction().execute(async (trx) => {
    // Of several processes that start on an empty database, the first to come makes the account.
    const row = await trx
      .insertInto('app_user')
      .values({
        login_id: firstAdminLoginId,
        password_hash: passwordHash,
        role: 'AdminUnitService',
        full_name: 'サービス管理者',
        furigana: 'サービスカンリシャ',
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`lower(login_id)`)
          .where('deleted_at', 'is', null)
          .doNothing(),
      )
      .returning('app_user.user_id')
      .executeTakeFirst()
    if (row === undefined) return false
    await writeAudit(trx, {
      at: clock(),
      actor: null,
      address: '',
      action: 'create',
      resource: 'user',
      resourceId: row.user_id,
      companyId: null,
      officeId: null,
      after: { userName: firstAdminLoginId, role: 'AdminUnitService' },
    })
    return true
  })
  return isOurs ? made : undefined
}
