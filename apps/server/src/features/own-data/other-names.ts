import { isWorkerRole, roleNames, type Role } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { foldName, namePartsOf, patternsOf, type PersonMarks } from '../../shared/erasure/person-marks.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import type { ReplaceNames } from './own-file.ts'

type Known = TableRow<'app_user', 'user_id' | 'full_name' | 'furigana' | 'login_id' | 'worker_code' | 'email' | 'phone_number'> & {
  readonly role: Role
}

/** Replaces the name of somebody of whom more than one role is possible. */
const somebodyElse = 'ほかの人'

/** The other people of the company of whose name a part is in the text, or who may be reached by what is in it. */
const findNamed = async (db: Db, { companyId, userId }: PersonKey, text: string): Promise<readonly Known[]> => {
  const { rows } = await sql<Known>`
    select u.user_id, u.full_name, u.furigana, u.login_id, u.worker_code, u.email, u.phone_number, u.role
      from app_user u
     where u.company_id = ${companyId} and u.user_id <> ${userId}
       and (exists (select from regexp_split_to_table(u.full_name, '[[:space:]　]+') part
                     where length(part) > 1 and strpos(${text}, part) > 0)
            or strpos(${text}, regexp_replace(u.full_name, '[[:space:]　]', '', 'g')) > 0
            or strpos(${text}, u.login_id) > 0 or strpos(${text}, u.email) > 0 or strpos(${text}, u.phone_number) > 0)
     order by u.user_id`.execute(db)
  return rows
}

const present = (...values: readonly (string | null)[]) => values.filter((value) => value !== null && value !== '').map(String)

const marksOf = (known: Known): PersonMarks => ({
  userId: known.user_id,
  names: [known.full_name],
  readings: [known.furigana],
  loginIds: [known.login_id],
  workerCodes: present(known.worker_code),
  emails: present(known.email),
  phones: present(known.phone_number),
  hasNamesake: false,
})

type Replacement = { readonly pattern: RegExp; readonly role: Role }

const replacementsOf = (known: Known): Replacement[] => {
  const { names, namesAndParts, others } = patternsOf(marksOf(known))
  // Whole names first, or a surname alone would be replaced inside them.
  return [names, namesAndParts, others].flatMap((pattern) => (pattern === undefined ? [] : [{ pattern, role: known.role }]))
}

/** A role as texts call it. */
const calledBy = (role: Role): string => (isWorkerRole(role) && role === 'User' ? '作業者' : roleNames[role])

const replaceIn = (text: string, replacements: readonly Replacement[], own: ReadonlySet<string>): string => {
  const rolesOf = new Map<string, Set<Role>>()
  for (const { pattern, role } of replacements)
    for (const [found] of text.matchAll(pattern)) {
      const name = foldName(found)
      if (!own.has(name)) rolesOf.set(name, (rolesOf.get(name) ?? new Set()).add(role))
    }
  const wordOf = (name: string): string => {
    const [role, ...more] = rolesOf.get(name) ?? []
    return role === undefined || more.length > 0 ? somebodyElse : calledBy(role)
  }
  let replaced = text
  for (const { pattern } of replacements)
    replaced = replaced.replaceAll(pattern, (found) => (own.has(foldName(found)) ? found : wordOf(foldName(found))))
  return replaced
}

/** What people call the person: nobody else is meant by it. */
const ownNames = async (db: Db, { companyId, userId }: PersonKey): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ full_name: string; furigana: string }>`
    select u.full_name, u.furigana from app_user u where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  return new Set(
    rows.flatMap(({ full_name: name, furigana }) => [name, furigana].flatMap((text) => [text, ...namePartsOf(text)])).map(foldName),
  )
}

/**
 * Replaces other people's names in texts about a person by their role, by the same patterns as an erasure. Only people whose names are
 * in the texts are looked at, so that a company of tens of thousands costs one statement a portion.
 */
export const replaceOthers =
  (db: Db, person: PersonKey): ReplaceNames =>
  async (texts) => {
    const named = await findNamed(db, person, texts.join('\n'))
    if (named.length === 0) return texts
    const own = await ownNames(db, person)
    const ordered = named.flatMap(replacementsOf).toSorted((one, other) => other.pattern.source.length - one.pattern.source.length)
    return texts.map((text) => replaceIn(text, ordered, own))
  }
