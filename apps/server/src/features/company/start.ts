import {
  type BodyOf,
  type Company,
  type CompanyStarted,
  companyStart,
  type MadeIngestKey,
  type Office,
  type UserRole,
} from '@mimamori/contract'
import type { z } from 'zod'
import { takeAccountsTurn } from '../../shared/accounts/login.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { makePassword } from '../../platform/secrets/password.ts'
import { insertCompany } from './change.ts'

type Draft = BodyOf<typeof companyStart.create>
type MadeKey = z.infer<typeof MadeIngestKey>

/** How the other slices make what belongs to them, each in the transaction that it is given and on record. */
export type CompanyParts = {
  readonly makeOffice: (db: Db, requester: Requester, draft: OfficePart, at: Date) => Promise<Office>
  readonly makeBaseAdmin: (db: Db, requester: Requester, draft: AdministratorPart, at: Date) => Promise<UserRole>
  readonly makeKey: (
    db: Db,
    requester: Requester,
    officeId: number,
    draft: { readonly name: string; readonly endsOn: null; readonly trial: false },
    at: Date,
  ) => Promise<Pick<MadeKey, 'id' | 'secret' | 'name'>>
  /** Where a key that is committed sends to, and whether its messages are collected already. */
  readonly readDestination: (context: Context, keyId: string) => Promise<Pick<MadeKey, 'mqtt' | 'isCollected'>>
}

type OfficePart = Pick<
  Draft,
  'baseCode' | 'officeName' | 'opensAt' | 'closesAt' | 'emergencyPhone' | 'hospitalName' | 'hospitalPhone' | 'publicWbgtStation'
> &
  Pick<Office, 'companyId' | 'address' | 'procedures' | 'metabolicClass' | 'acclimatised' | 'clothing'>

type AdministratorPart = Pick<Draft, 'fullName' | 'furigana' | 'email'> & {
  readonly companyId: number
  readonly officeId: number
  readonly password: string
  readonly confirmPassword: string
}

const officePart = ({ companyId }: Company, draft: Draft): OfficePart => ({
  companyId,
  baseCode: draft.baseCode,
  officeName: draft.officeName,
  opensAt: draft.opensAt,
  closesAt: draft.closesAt,
  emergencyPhone: draft.emergencyPhone,
  hospitalName: draft.hospitalName,
  hospitalPhone: draft.hospitalPhone,
  publicWbgtStation: draft.publicWbgtStation,
  // What is unknown of people is read on the safe side, as in a form that leaves it out.
  address: null,
  procedures: null,
  metabolicClass: 2,
  acclimatised: false,
  clothing: 'workClothes',
})

/**
 * Makes a company with its first site, the administrator of that site and a key, all of them or none.
 * @returns with the administrator's password and the key's secret, which nothing else says again
 * @throws Refusal 400 where the company's code is taken
 */
const startCompany = async (context: Context, parts: CompanyParts, requester: Requester, draft: Draft): Promise<CompanyStarted> => {
  const password = makePassword()
  const { key, ...made } = await context.db.transaction().execute(async (trx) => {
    await takeAccountsTurn(trx, context)
    const at = context.clock()
    const company = await insertCompany(trx, requester, draft, at)
    const office = await parts.makeOffice(trx, requester, officePart(company, draft), at)
    const { companyId, officeId } = office
    const { fullName, furigana, email } = draft
    const account = { companyId, officeId, fullName, furigana, email, password, confirmPassword: password }
    const { userId, userName } = await parts.makeBaseAdmin(trx, requester, account, at)
    const named = draft.keyName
    const keyOf = () => (named === null ? null : parts.makeKey(trx, requester, officeId, { name: named, endsOn: null, trial: false }, at))
    return { company, office, administrator: { userId, userName, fullName, password }, key: await keyOf() }
  })
  return { ...made, key: key === null ? null : { ...key, ...(await parts.readDestination(context, key.id)) } }
}

/** The form that makes a company with all that its first site needs. */
export const companyStartRoutes = (context: Context, parts: CompanyParts): Route[] => [
  route(companyStart.create, 'companyStart', ({ body, ...requester }) => startCompany(context, parts, requester, body)),
]
