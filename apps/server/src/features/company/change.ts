import type { BodyOf, Company, company } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { refuseWhileHolding } from '../../shared/organisation/refuse-while-holding.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { countHeld, findCompany, lockCompany, markDeleted } from './store.ts'

const about = ({ companyId }: Company, requester: Requester, at: Date) => ({
  at,
  actor: requester.actor,
  address: requester.address,
  resource: 'company',
  resourceId: companyId,
  companyId,
  officeId: null,
})

/**
 * Makes a company in the transaction of `db`, on record.
 * @throws a violation of its constraint where the code is taken
 */
export const insertCompany = async (db: Db, requester: Requester, draft: BodyOf<typeof company.create>, at: Date): Promise<Company> => {
  const { company_id: companyId, version } = await db
    .insertInto('company')
    .values({ code: draft.officeCode, name: draft.companyName })
    .returning(['company_id', 'version'])
    .executeTakeFirstOrThrow()
  const made = { companyId, officeCode: draft.officeCode, companyName: draft.companyName, version }
  await writeAudit(db, { ...about(made, requester, at), action: 'create', after: made })
  return made
}

/**
 * Makes a company.
 * @throws Refusal 400 where the code is taken
 */
export const createCompany = ({ db, clock }: Context, requester: Requester, draft: BodyOf<typeof company.create>): Promise<Company> =>
  db.transaction().execute((trx) => insertCompany(trx, requester, draft, clock()))

/**
 * Changes a company's code and name.
 * @throws Refusal 404 where there is none, 412 where somebody else was first, 400 where the code is taken
 */
export const updateCompany = ({ db, clock }: Context, requester: Requester, change: BodyOf<typeof company.update>): Promise<Company> =>
  db.transaction().execute(async (trx) => {
    const before = await lockCompany(trx, requester.actor, change.companyId)
    if (before === undefined) throw notFound()
    const action = actionOnVersion(change.version, before.version)
    await sql`
      update company c set code = ${change.officeCode}, name = ${change.companyName}, version = c.version + 1
       where c.company_id = ${change.companyId}`.execute(trx)
    const after = await findCompany(trx, requester.actor, change.companyId)
    if (after === undefined) throw notFound()
    await writeAudit(trx, { ...about(after, requester, clock()), action, before, after })
    return after
  })

/**
 * Deletes an empty company.
 * @throws Refusal 404 where there is none, 400 counting the offices and people still in it
 */
export const removeCompany = ({ db, clock }: Context, requester: Requester, companyId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockCompany(trx, requester.actor, companyId)
    if (before === undefined) throw notFound()
    const { offices, people } = await countHeld(trx, companyId)
    refuseWhileHolding('この会社', [
      { name: '拠点', count: offices, unit: '件' },
      { name: '利用者', count: people, unit: '人' },
    ])
    const at = clock()
    await markDeleted(trx, companyId, at)
    await writeAudit(trx, { ...about(before, requester, at), action: 'delete', before })
  })
