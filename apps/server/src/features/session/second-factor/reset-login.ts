import { endSessions } from '../../../shared/accounts/end-sessions.ts'
import { forgetSecondFactor } from '../../../shared/accounts/second-factor.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context } from '../../../platform/context.ts'
import { atServer, lockAccount } from '../unlock-login.ts'
import { findMethods } from './methods.ts'

/**
 * Takes away a second factor by the login ID, for the operator on the server: where the only administrator has lost the
 * device and the codes, nobody else can.
 * @returns what became of it; `unknown` where there is no such account
 */
export const resetLogin = ({ db, clock }: Pick<Context, 'db' | 'clock'>, loginId: string): Promise<'reset' | 'none' | 'unknown'> =>
  db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, loginId)
    if (account === undefined) return 'unknown'
    const person = { companyId: account.company_id, userId: account.user_id }
    if ((await findMethods(trx, person)).length === 0) return 'none'
    const at = clock()
    await forgetSecondFactor(trx, person)
    await endSessions(trx, person, 'all', 'endedByAdministrator', at)
    await writeAudit(trx, {
      at,
      actor: null,
      address: atServer,
      action: 'resetSecondFactor',
      resource: 'secondFactor',
      resourceId: person.userId,
      companyId: person.companyId,
      officeId: account.office_id,
      after: { fullName: account.full_name },
    })
    return 'reset'
  })
