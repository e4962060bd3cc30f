import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import type { StoredProvider } from './provider-store.ts'

/** What a provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>

const longest = 255

/** The person's name at the provider, if the company accepts it; undefined if it does not. */
const nameIn = ({ claim, domains }: StoredProvider, claims: Claims): string | undefined => {
  const value = claims[claim]
  if (typeof value !== 'string' || value === '' || value.length > longest) return undefined
  // The person who typed an address may not be the one who reads its mail.
  if (claim === 'email' && (claims['email_verified'] === false || claims['email_verified'] === 'false')) return undefined
  const domain = value.includes('@') ? value.slice(value.lastIndexOf('@') + 1).toLowerCase() : ''
  return domains.length === 0 || domains.includes(domain) ? value : undefined
}

/**
 * The one living person of the provider's company whom its claims name; nobody is ever made. Undefined where there is
 * none, or where an address is that of several.
 */
export const findPerson = async (db: Db, provider: StoredProvider, claims: Claims): Promise<PersonKey | undefined> => {
  const name = nameIn(provider, claims)
  if (name === undefined) return undefined
  const column = sql.ref(provider.matches === 'email' ? 'u.email' : 'u.login_id')
  const { rows } = await sql<PersonKey>`
    select u.company_id as "companyId", u.user_id as "userId"
      from app_user u
     where u.company_id = ${provider.companyId} and u.deleted_at is null and lower(${column}) = lower(${name})
     limit 2`.execute(db)
  return rows.length === 1 ? rows[0] : undefined
}
