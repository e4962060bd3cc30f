import type { IdentityProvider } from '@mimamori/contract'
import { sql } from 'kysely'
import { customersOf } from '../../../shared/organisation/scope.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { sealedBy } from '../../../platform/secrets/sealed.ts'

/** A company's provider as stored; the secret is sealed. */
export type StoredProvider = Pick<IdentityProvider, 'companyId' | 'issuer' | 'clientId' | 'claim' | 'matches' | 'version'> & {
  readonly sealedSecret: Buffer
  readonly domains: readonly string[]
  readonly enabled: boolean
}

const columns = sql`
  p.company_id as "companyId", p.issuer, p.client_id as "clientId", p.client_secret as "sealedSecret", p.claim, p.matches, p.domains,
  p.enabled, p.version`

const secrets = ({ jwtSecrets }: Pick<Config, 'jwtSecrets'>) => sealedBy(jwtSecrets, 'single sign-on')

/** The secret as it is kept. */
export const sealSecret = (config: Pick<Config, 'jwtSecrets'>, companyId: number, secret: string): Buffer =>
  secrets(config).seal(secret, String(companyId))

/** The secret of a provider; undefined where the product's own secret is another one now. */
export const openSecret = (config: Pick<Config, 'jwtSecrets'>, { companyId, sealedSecret }: StoredProvider): string | undefined =>
  secrets(config).open(sealedSecret, String(companyId))

/** The secret of a company's provider as it is to be kept from now on; undefined where it is so already. */
export const renewSecret = (config: Pick<Config, 'jwtSecrets'>, companyId: number, sealedSecret: Buffer): Buffer | undefined =>
  secrets(config).renew(sealedSecret, String(companyId))

/** A company's provider; undefined where it has none. */
export const findProvider = async (db: Db, companyId: number): Promise<StoredProvider | undefined> => {
  const { rows } = await sql<StoredProvider>`
    select ${columns} from identity_provider p where p.company_id = ${companyId}`.execute(db)
  return rows[0]
}

/** The provider in use of a company by its code, in any case, or of the company that somebody with the login ID belongs to. */
export const findProviderInUse = async (
  db: Db,
  { company, username }: { readonly company?: string | undefined; readonly username?: string | undefined },
): Promise<StoredProvider | undefined> => {
  const named = await sql<{ company_id: number }>`
    select c.company_id
      from company c
     where c.deleted_at is null
       and c.company_id = coalesce(
         (select k.company_id from company k where lower(k.code) = lower(${company ?? null}) and k.deleted_at is null),
         (select l.company_id from login l where l.login_key = lower(${username ?? null})))`.execute(db)
  const [found] = named.rows
  if (found === undefined) return undefined
  const provider = await findProvider(db, found.company_id)
  return provider?.enabled === true ? provider : undefined
}

/**
 * Looks for a company of the actor's, locked until the transaction ends, so that changes of its provider take turns.
 * @throws Refusal 404 where it is not theirs
 */
export const lockCompany = async (db: Db, actor: Actor, companyId: number): Promise<void> => {
  const { rows } = await sql`
    select from company c where c.company_id = ${companyId} and ${customersOf(actor)} for no key update`.execute(db)
  if (rows.length === 0) throw notFound()
}

/** Writes a company's provider whole. */
export const writeProvider = async (db: Db, provider: StoredProvider): Promise<void> => {
  const { companyId: company_id, issuer, clientId, sealedSecret, claim, matches, domains, enabled, version } = provider
  const values = { issuer, client_id: clientId, client_secret: sealedSecret, claim, matches, domains: [...domains], enabled, version }
  await db
    .insertInto('identity_provider')
    .values({ company_id, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

/** Removes a company's provider. */
export const removeProviderOf = async (db: Db, companyId: number): Promise<void> => {
  await db.deleteFrom('identity_provider').where('identity_provider.company_id', '=', companyId).execute()
}
