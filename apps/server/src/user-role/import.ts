import { labels, message, parseRole, type Role } from '@mimamori/contract'
import type { Requester } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { badRequest, forbidden, notFound } from '../platform/errors.ts'
import type { ImportPlan } from '../platform/exchange/take-in.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import type { Upload } from '../platform/exchange/upload.ts'
import { fileOf, fileRoleOf } from './csv-columns.ts'
import { applyPeople, countPeopleAgain } from './import-apply.ts'
import { announceChanges, noteChanges, updatedPeople } from './import-changed.ts'
import { checkPeople } from './import-check.ts'
import { removalOfPeople } from './import-removal.ts'
import type { Target } from './import-target.ts'
import { applyWears } from './import-wears.ts'
import { providerId } from '../organisation/keys.ts'
import { takeAccountsTurn } from '../organisation/login.ts'
import { keepOffice } from '../organisation/office-lock.ts'
import { keepCompany } from './person-store.ts'
import { keepsRole } from './reach.ts'

const roleFrom = (text: string | undefined): Role => {
  const role = text === undefined || text === '' ? 'User' : parseRole(text)
  if (role === undefined) throw badRequest(message('E030'))
  return role
}

// What is of no company or no site has nothing that could be contradicted.
const contradicts = (sent: string | undefined, meant: number | null) =>
  sent !== undefined && /^\d+$/.test(sent) && meant !== null && meant !== providerId && Number(sent) !== meant

const targetOf = async ({ db }: Context, { actor }: Requester, id: number, upload: Upload): Promise<Target> => {
  const role = fileRoleOf(roleFrom(upload.fields['role']))
  if (!keepsRole(actor, role)) throw forbidden()
  const nowhere = { companyId: providerId, officeId: null, baseCode: null }
  if (role === 'AdminUnitService') return { role, ...nowhere, expected: {} }
  if (role === 'AdminUnitContract') {
    const companyName = await keepCompany(db, actor, id)
    if (companyName === undefined) throw notFound()
    return { role, ...nowhere, companyId: id, expected: { [labels.user.companyName]: companyName } }
  }
  const { companyName, officeName, ...office } = await keepOffice(db, actor, id)
  return { role, ...office, expected: { [labels.user.companyName]: companyName, [labels.user.officeName]: officeName } }
}

/**
 * How a file of people is taken in: the role says which kind of people, the path's number which office they belong to (or
 * company, for contract administrators).
 * @throws Refusal 403 for a role that is not the actor's to keep, 404 for a foreign company or office, 400 where path and fields disagree
 */
export const peopleImport = async (context: Context, requester: Requester, id: number, upload: Upload): Promise<ImportPlan> => {
  const target = await targetOf(context, requester, id, upload)
  const { role } = target
  const { fields } = upload
  if (contradicts(fields['officeid'], target.officeId) || contradicts(fields['companyid'], target.companyId))
    throw badRequest(message('E030'))
  const { name, columns, job } = fileOf(role)
  return {
    kind: job,
    companyId: target.companyId,
    officeId: target.officeId,
    columns,
    columnsSource: { module: new URL('csv-columns.ts', import.meta.url), name },
    expected: target.expected,
    check: (client) => checkPeople(client, target, requester.actor.userId),
    removal: (client) => removalOfPeople(client, target.companyId),
    apply: async (client) => {
      const now = context.clock()
      const { companyId, officeId } = target
      await takeAccountsTurn(onClient(client), context)
      // The company may have been deleted since; a site's cannot be while there is the site.
      if (role === 'AdminUnitContract' && (await keepCompany(onClient(client), requester.actor, companyId)) === undefined) throw notFound()
      await noteChanges(client)
      const counts = await applyPeople(client, target, requester, now)
      if (role === 'User' && officeId !== null) {
        await applyWears(client, { companyId, officeId }, requester, now)
        await announceChanges(client, { companyId, officeId })
      }
      return { ...counts, unchanged: counts.updated - (await updatedPeople(client, companyId)) }
    },
    settle: countPeopleAgain,
  }
}
