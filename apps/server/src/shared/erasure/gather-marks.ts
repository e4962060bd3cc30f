import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { PersonKey } from '../organisation/keys.ts'
import { erasedUserName } from '../audit/log-chain.ts'
import { erasedLogin, erasedName, erasedReading, type PersonMarks } from './person-marks.ts'

type Row = { readonly field: MarkRow['field']; readonly value: string | null }
type MarkRow = { readonly field: keyof typeof kinds; readonly value: string }

/** What the log and the account call the parts of what somebody is known by. */
const kinds = {
  fullName: 'names',
  furigana: 'readings',
  userName: 'loginIds',
  workerCode: 'workerCodes',
  email: 'emails',
  phoneNumber: 'phones',
} as const satisfies Readonly<Record<string, keyof PersonMarks>>

const fields = Object.keys(kinds)

/** What the account says now, and what the log says it said before. */
const ofAccount = ({ companyId, userId }: PersonKey) => sql<Row>`
  select x.field, x.value from app_user u cross join lateral (values
      ('fullName', u.full_name), ('furigana', u.furigana), ('userName', u.login_id), ('workerCode', u.worker_code),
      ('email', u.email), ('phoneNumber', u.phone_number)) x (field, value)
   where u.company_id = ${companyId} and u.user_id = ${userId}
  union
  select e.key, e.value #>> '{}' from audit_log a
    cross join lateral (values (a.before), (a.after)) s (said)
    cross join lateral jsonb_each(case when jsonb_typeof(s.said) = 'object' then s.said else '{}' end) e
   where a.company_id = ${companyId} and a.resource = 'user' and a.resource_id = ${String(userId)} and e.key = any(${fields}::text[])`

/** What they are called where they did something, or something happened to them. */
const asNamed = ({ companyId, userId }: PersonKey) => sql`
  select 'userName', a.user_name from audit_log a where a.company_id = ${companyId} and a.user_id = ${userId}
  union select 'fullName', a.full_name from alert a where a.company_id = ${companyId} and a.user_id = ${userId}
  union select 'fullName', a.handled_by_name from alert a where a.company_id = ${companyId} and a.handled_by = ${userId}
  union select 'fullName', e.user_name from alert_event e where e.company_id = ${companyId} and e.user_id = ${userId}
  union select 'fullName', n.user_name from alert_notice n where n.company_id = ${companyId} and n.user_id = ${userId}`

type Others = { readonly names: string[]; readonly others: string[] }

// A telephone or an address that others have as well is the office's, and says nothing of one of them. The folded name is kept before
// the folded reading, and neither has a space: to fold the names of tens of thousands takes seconds.
const heldByOthers = async (db: Db, { companyId, userId }: PersonKey, found: readonly MarkRow[]): Promise<Others> => {
  const values = found.map(({ value }) => value.toLowerCase())
  const names = found.filter(({ field }) => kinds[field] === 'names').map(({ value }) => value)
  const { rows } = await sql<Others>`
    select array(
             select x.value from unnest(${names}::text[]) x (value)
              where exists (select from app_user u where u.company_id = ${companyId} and u.user_id <> ${userId}
                               and split_part(u.name_folded, ' ', 1) = fold_kana(x.value))) as names,
           array(
             select distinct held.value from app_user u
               cross join lateral (values (lower(u.login_id)), (lower(u.worker_code)), (lower(u.email)), (lower(u.phone_number))) held (value)
              where u.company_id = ${companyId} and u.user_id <> ${userId} and held.value = any(${values}::text[])) as others`.execute(db)
  return rows[0] ?? { names: [], others: [] }
}

/** What the rows say that nobody else of the company is known by, and whether somebody there has the same name. */
const marksOf = async (db: Db, person: PersonKey, rows: readonly Row[], known?: PersonMarks): Promise<PersonMarks> => {
  const erased = new Set([erasedName(person.userId), erasedReading(person.userId), erasedLogin(person.userId), erasedUserName])
  const found = rows.flatMap(({ field, value }) => (value === null || value.trim() === '' || erased.has(value) ? [] : [{ field, value }]))
  const { names, others } = await heldByOthers(db, person, found)
  const shared = new Set(others)
  const of = (kind: (typeof kinds)[MarkRow['field']]) => [
    ...new Set([
      ...(known?.[kind] ?? []),
      ...found.filter(({ field, value }) => kinds[field] === kind && !shared.has(value.toLowerCase())).map(({ value }) => value),
    ]),
  ]
  return {
    userId: person.userId,
    names: of('names'),
    readings: of('readings'),
    loginIds: of('loginIds'),
    workerCodes: of('workerCodes'),
    emails: of('emails'),
    phones: of('phones'),
    hasNamesake: names.length > 0 || (known?.hasNamesake ?? false),
  }
}

/** The addresses and telephone numbers that are a person's own, or were, so far as their account and the log of it know them. */
export const gatherContacts = async (db: Db, person: PersonKey): Promise<Pick<PersonMarks, 'emails' | 'phones'>> =>
  marksOf(db, person, (await ofAccount(person).execute(db)).rows)

/** Everything by which a company's texts may name a person, and whether somebody else there is of the same name. */
export const gatherMarks = async (db: Db, person: PersonKey, known?: PersonMarks): Promise<PersonMarks> => {
  const { rows } = await sql<Row>`${ofAccount(person)} union ${asNamed(person)}`.execute(db)
  return marksOf(db, person, rows, known)
}
