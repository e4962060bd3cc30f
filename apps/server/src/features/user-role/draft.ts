import {
  type draftOf,
  draftOf as drafts,
  foldKeys,
  issueText,
  labels,
  message,
  passwordsOf,
  type Role,
  type UserRole,
  wireInteger,
  type WorkerDraft,
} from '@mimamori/contract'
import type { z } from 'zod'
import { providerId } from '../../shared/organisation/keys.ts'
import { isCommonPassword } from '../../platform/secrets/common-password.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { StoredField } from './columns.ts'

/** What a worker wears, as a form wants it. */
export type Wears = Pick<WorkerDraft, 'meditagId' | 'meditagType' | 'safetyBeltId' | 'safetyBeltType'>

/** A person as a form wants them saved. */
export type Draft = {
  /** Administrators have few of them; `userName` is missing where the system makes it. */
  readonly fields: Pick<WorkerDraft, AccountField> &
    Partial<Omit<Pick<WorkerDraft, StoredField>, AccountField | 'companyId' | 'officeId'>> & {
      /** The provider's own for the service's administrators. */
      readonly companyId: number
      readonly officeId: number | null
    }
  /** Undefined for administrators. */
  readonly wears: Wears | undefined
  /** Undefined where the old one stays. */
  readonly password: string | undefined
}

/** What every account has, without where it belongs and a login ID that the system may generate. */
type AccountField = Exclude<keyof z.output<(typeof draftOf)['HeadquartersAdmin']>, 'companyId' | 'officeId'>

type Sent = Record<string, unknown>

/** A role's company and office are fixed for everybody below the service: who leaves them out means their own. */
const ownPlace = (actor: Actor): Sent => {
  const own: Sent = {}
  if (actor.companyId !== providerId) own['companyId'] = actor.companyId
  if (actor.officeId !== null) own['officeId'] = actor.officeId
  return own
}

/** What a form leaves as it is. Devices stay with their office. */
const withSavedFields = (saved: UserRole, { officeId }: Sent): Sent => {
  const staysThere = officeId === undefined || wireInteger().safeParse(officeId).data === saved.officeId
  // The types of the devices go with the numbers that are sent; those of former devices say nothing about these.
  const wears = { meditagType: null, safetyBeltType: null, ...(staysThere ? {} : { meditagId: null, safetyBeltId: null }) }
  return { ...saved, ...wears }
}

const assemble = (account: z.output<(typeof draftOf)[Role]>, password: string | undefined): Draft => {
  if (!('meditagId' in account)) return { fields: { companyId: providerId, officeId: null, ...account }, wears: undefined, password }
  const { meditagId, meditagType, safetyBeltId, safetyBeltType, ...fields } = account
  return { fields, wears: { meditagId, meditagType, safetyBeltId, safetyBeltType }, password }
}

/**
 * Reads what a form sent for a person of the role. What it leaves out stays as it is in `saved`, the person as they were.
 * @throws Refusal 400 with one line a fault
 */
export const readDraft = (actor: Actor, role: Role, sent: Sent, saved?: UserRole): Draft => {
  const schema = drafts[role]
  const passwords = passwordsOf(role, saved === undefined)
  const folded = foldKeys(schema, foldKeys(passwords, sent)) as Sent
  const known = saved === undefined ? ownPlace(actor) : withSavedFields(saved, folded)
  const account = schema.safeParse({ ...known, ...folded }, { reportInput: true })
  const secrets = passwords.safeParse(folded, { reportInput: true })
  const issues = [...(account.error?.issues ?? []), ...(secrets.error?.issues ?? [])]
  if (!account.success || !secrets.success) throw badRequest(...new Set(issues.map((issue) => issueText('user', issue))))
  const { password } = secrets.data
  if (password !== undefined && isCommonPassword(password)) throw badRequest(`${labels.user.password}：${message('passwordCommon')}`)
  return assemble(account.data, password)
}
