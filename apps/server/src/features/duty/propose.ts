import type { DutyEmployer, DutyStep } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { isWorker } from '../../shared/monitoring/workers/shown.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'

export type Contacts = {
  readonly emergencyPhone: string | null
  readonly hospitalName: string | null
  readonly hospitalPhone: string | null
  readonly procedures: string | null
}

type Person = { readonly name: string; readonly phone: string | null; readonly leads: boolean }

/** Leaders that the proposed line names. */
const mostNames = 3

const namesOf = (people: readonly Person[]): string =>
  people
    .slice(0, mostNames)
    .map(({ name }) => name)
    .join('、') + (people.length > mostNames ? `、ほか${people.length - mostNames}人` : '')

// A number beside several names would be of the first alone.
const phoneOf = (people: readonly Person[]): string | null => (people.length === 1 ? (people[0]?.phone ?? null) : null)

const lineOf = ({ emergencyPhone, hospitalName, hospitalPhone }: Contacts, people: readonly Person[]): DutyStep[] => {
  const leaders = people.filter(({ leads }) => leads)
  const bases = people.filter(({ leads }) => !leads)
  return [
    { role: '気づいた人・本人', name: '助けてボタン、タグの呼出、掲示のQR', phone: null },
    { role: '各班の職長', name: namesOf(leaders), phone: phoneOf(leaders) },
    { role: '拠点管理者', name: namesOf(bases), phone: phoneOf(bases) },
    ...(emergencyPhone === null ? [] : [{ role: '現場の緊急連絡先', name: '', phone: emergencyPhone }]),
    { role: '119番', name: '', phone: '119' },
    ...(hospitalName === null && hospitalPhone === null ? [] : [{ role: '病院', name: hospitalName ?? '', phone: hospitalPhone }]),
  ]
}

/** What a site's first version begins with: its leaders, administrators and contacts, and the employers of its people. */
export const proposeDuty = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
): Promise<{ line: DutyStep[]; employers: DutyEmployer[]; procedures: string | null }> => {
  const { rows: offices } = await sql<Contacts>`
    select o.emergency_phone as "emergencyPhone", o.hospital_name as "hospitalName", o.hospital_phone as "hospitalPhone", o.procedures
      from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  const { rows: people } = await sql<Person>`
    select u.full_name as name, u.phone_number as phone, u.role <> 'HeadquartersAdmin' as leads from app_user u
     where u.company_id = ${companyId} and u.office_id = ${officeId} and u.deleted_at is null
       and u.role in ('GroupLeader', 'HeadquartersAdmin')
     order by u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  const { rows: employers } = await sql<{ affiliation: string }>`
    select distinct btrim(u.affiliation1) as affiliation from app_user u
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWorker} and btrim(u.affiliation1) <> ''
     order by 1`.execute(db)
  const [contacts] = offices
  return {
    line: contacts === undefined ? [] : lineOf(contacts, people),
    employers: employers.map(({ affiliation }) => ({ affiliation, person: '', phone: null })),
    procedures: contacts?.procedures ?? null,
  }
}
