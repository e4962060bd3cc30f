import { issueText, labels, LoginId, loginIdWays, type LoginIdWay, message, parseRole, readDecimal, type Role } from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest, forbidden, missingField, notFound } from '../../platform/errors.ts'
import type { ImportPlan } from '../../platform/exchange/take-in.ts'
import { japanDay } from '../../platform/japan-time.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import type { Upload } from '../../platform/exchange/upload.ts'
import { fileOf, fileRoleOf, type FileRole } from './csv-columns.ts'
import { applyPeople } from './import-apply.ts'
import { announceChanges, noteChanges, updatedPeople } from './import-changed.ts'
import { checkPeople } from './import-check.ts'
import { removalOfPeople } from './import-removal.ts'
import type { Target } from './import-target.ts'
import { applyWears } from './import-wears.ts'
import { refuseArchived } from '../../shared/organisation/archived-offices.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { takeAccountsTurn } from '../../shared/accounts/login.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { lockCompanyShared } from './person-store.ts'
import { keepsRole } from './reach.ts'

type Fields = Upload['fields']

const { user } = labels

const noChoice = (field: keyof typeof user) =>
  badRequest(issueText('user', { code: 'invalid_value', path: [field], values: [], message: '' }))

// What the path's number means depends on it, so none is taken for granted.
const roleFrom = ({ role: text = '' }: Fields): Role => {
  if (text.trim() === '') throw missingField(user.role)
  const role = parseRole(text.trim())
  if (role === undefined) throw noChoice('role')
  return role
}

const loginIdsFrom = ({ loginids: text = '' }: Fields, role: FileRole): LoginIdWay | null => {
  if (text === '') return null
  const way = loginIdWays.find((known) => known === text)
  if (way === undefined || role !== 'User') throw noChoice('loginIds')
  return way
}

const nothingSaid: readonly (string | undefined)[] = [undefined, '', 'null', 'undefined']

/** @throws Refusal 400 naming the field that says another number than the one meant; what is of no company or no site contradicts nothing */
const refuseContradiction = (fields: Fields, field: 'companyId' | 'officeId', chosenId: number | null): void => {
  const givenText = fields[field.toLowerCase()]
  if (nothingSaid.includes(givenText) || chosenId === null || chosenId === providerId) return
  const number = readDecimal(givenText ?? '')
  if (!Number.isInteger(number)) throw badRequest(`${user[field]}：整数で入力してください。`)
  if (number !== chosenId) throw badRequest(message('importPathDiffers', { field: user[field], said: number, meant: chosenId }))
}

const refuseUnfitCode = (baseCode: string): void => {
  if (!LoginId.safeParse(`${baseCode}-1`).success) throw badRequest(message('loginIdsNotMade', { code: baseCode }))
}

const targetOf = async ({ db }: Context, { actor }: Requester, id: number, { fields }: Upload): Promise<Target> => {
  const role = fileRoleOf(roleFrom(fields))
  if (!keepsRole(actor, role)) throw forbidden()
  const loginIds = loginIdsFrom(fields, role)
  const nowhere = { companyId: providerId, officeId: null, baseCode: null, loginIds }
  if (role === 'AdminUnitService') return { role, ...nowhere, expected: {} }
  if (role === 'AdminUnitContract') {
    const companyName = await lockCompanyShared(db, actor, id)
    if (companyName === undefined) throw notFound()
    return { role, ...nowhere, companyId: id, expected: { [user.companyName]: companyName } }
  }
  const { companyName, officeName, ...office } = await lockOfficeShared(db, actor, id)
  if (loginIds !== null) refuseUnfitCode(office.baseCode)
  return { role, ...office, loginIds, expected: { [user.companyName]: companyName, [user.officeName]: officeName } }
}

/**
 * How a file of people is imported: the role says which kind of people, the path's number which office they belong to (or
 * company, for contract administrators).
 * @throws Refusal 403 for a role that is not the actor's to keep, 404 for a foreign company or office, 400 naming a field that is missing, no choice, or says otherwise than the path
 */
export const peopleImport = async (context: Context, requester: Requester, id: number, upload: Upload): Promise<ImportPlan> => {
  const target = await targetOf(context, requester, id, upload)
  const { role } = target
  refuseContradiction(upload.fields, 'officeId', target.officeId)
  refuseContradiction(upload.fields, 'companyId', target.companyId)
  const { name, columns, job } = fileOf(role, target.loginIds)
  return {
    kind: job,
    companyId: target.companyId,
    officeId: target.officeId,
    columns,
    columnsSource: { module: new URL('csv-columns.ts', import.meta.url), name },
    expected: target.expected,
    check: async (client, absent) => {
      const { companyId, officeId } = target
      if (officeId !== null) await refuseArchived(onClient(client), { companyId, officeId })
      return checkPeople(client, target, requester, absent, japanDay(context.clock()))
    },
    removal: (client) => removalOfPeople(client, target.companyId),
    apply: async (client) => {
      const now = context.clock()
      const { companyId, officeId } = target
      await takeAccountsTurn(onClient(client), context)
      // The company may have been deleted since; a site's cannot be while there is the site.
      if (role === 'AdminUnitContract' && (await lockCompanyShared(onClient(client), requester.actor, companyId)) === undefined)
        throw notFound()
      await noteChanges(client)
      const counts = await applyPeople(client, target, requester, now)
      if (role === 'User' && officeId !== null) {
        await applyWears(client, { companyId, officeId }, requester, now)
        await announceChanges(client, { companyId, officeId })
      }
      return { ...counts, unchanged: counts.updated - (await updatedPeople(client, companyId)) }
    },
    tables: role === 'User' ? ['app_user', 'login', 'wear', 'audit_log'] : ['app_user', 'login', 'audit_log'],
  }
}
