import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PersonName, requiredText } from './field.ts'
import { UserRole } from './person.ts'
import { admins, leaders } from './role.ts'
import { wireFlag, wireInteger } from './wire.ts'

const firstYear = 1900
/** Nobody younger works on a site: by law from the end of March after the 15th birthday on. */
const youngestYears = 15

/** Of birth, where a site knows no day of it. */
const BirthYear = wireInteger(firstYear).refine((year) => year <= new Date().getFullYear() - youngestYears, {
  params: { rule: 'birthYear' },
})

/** A worker of one day who is not employed by the company: what the judging of heat and heart needs, and no more. */
export const GuestDraft = z.object({
  officeId: wireInteger(1).optional(),
  /** Of the site; a leader's guests are in the leader's own. */
  groupId: wireInteger(1).nullish(),
  fullName: PersonName,
  /** Who employs them. */
  affiliation1: requiredText(100),
  birthYear: BirthYear,
  metabolicClass: wireInteger(0, 4),
  /** They agreed to be measured. */
  consent: wireFlag.refine((agrees) => agrees, { params: { rule: 'consent' } }),
})
export type GuestDraft = z.infer<typeof GuestDraft>

export const guest = {
  create: endpoint({
    method: 'POST',
    path: '/api/Guest',
    permission: [...admins, ...leaders],
    summary: '本日のみの作業者を登録する。その日の作業が終わると、自動で終わる。測定値とアラートの記録は残る。',
    body: GuestDraft,
    answer: UserRole,
    once: true,
  }),
}
