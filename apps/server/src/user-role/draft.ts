import {
  type draftOf,
  draftOf as drafts,
  foldKeys,
  issueText,
  isWorkerRole,
  passwordsOf,
  type Role,
  type UserRole,
  type WorkerDraft,
} from '@mimamori/contract'
import type { z } from 'zod'
import { badRequest } from '../platform/errors.ts'
import type { Actor } from '../platform/route.ts'

/** What only workers have. */
export type WorkerFields = Omit<WorkerDraft, 'userName' | 'fullName' | 'furigana' | 'phoneNumber' | 'email' | 'companyId' | 'officeId'>

/** A person as a form wants them saved. */
export type Draft = {
  /** Undefined where the system makes it. */
  readonly userName: string | undefined
  readonly fullName: string
  readonly furigana: string
  readonly phoneNumber: string | null
  readonly email: string | null
  readonly companyId: number | null
  readonly officeId: number | null
  /** Undefined for administrators. */
  readonly worker: WorkerFields | undefined
  /** Undefined where the old one stays. */
  readonly password: string | undefined
}

type Sent = Record<string, unknown>

/** A role's company and site are fixed for everybody below the service: who leaves them out means their own. */
const ownPlace = (actor: Actor): Sent => {
  const own: Sent = {}
  if (actor.companyId !== null) own['companyId'] = actor.companyId
  if (actor.officeId !== null) own['officeId'] = actor.officeId
  return own
}

const workerFields = ({
  userName: _,
  fullName: _n,
  furigana: _f,
  phoneNumber: _p,
  email: _e,
  companyId: _c,
  officeId: _o,
  ...rest
}: WorkerDraft): WorkerFields => rest

const assemble = (role: Role, account: z.output<(typeof draftOf)[Role]>, password: string | undefined): Draft => ({
  userName: 'userName' in account ? account.userName : undefined,
  fullName: account.fullName,
  furigana: account.furigana,
  phoneNumber: account.phoneNumber,
  email: account.email,
  companyId: 'companyId' in account ? account.companyId : null,
  officeId: 'officeId' in account ? account.officeId : null,
  worker: isWorkerRole(role) && 'gender' in account ? workerFields(account) : undefined,
  password,
})

/**
 * Reads what a form sent for a person of the role. What it leaves out stays as it is in `saved`, the person as they were.
 * @throws Refusal 400 with one line a fault
 */
export const readDraft = (actor: Actor, role: Role, sent: Sent, saved?: UserRole): Draft => {
  const schema = drafts[role]
  const passwords = passwordsOf(role, saved === undefined)
  const folded = foldKeys(schema, foldKeys(passwords, sent)) as Sent
  // The types of the devices go with the numbers that are sent; those of former devices say nothing about these.
  const known = saved === undefined ? ownPlace(actor) : { ...saved, meditagType: null, safetyBeltType: null }
  const account = schema.safeParse({ ...known, ...folded }, { reportInput: true })
  const secrets = passwords.safeParse(folded, { reportInput: true })
  const issues = [...(account.error?.issues ?? []), ...(secrets.error?.issues ?? [])]
  if (!account.success || !secrets.success) throw badRequest(...new Set(issues.map((issue) => issueText('user', issue))))
  return assemble(role, account.data, secrets.data.password)
}
