import type { FirstStep, FirstSteps } from '@mimamori/contract'
import { sql } from 'kysely'
import { isWatched } from '../../shared/monitoring/workers/shown.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import { findSite } from '../../shared/organisation/find-site.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { customersOf, officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'

/** So many names of a step are said; the rest is counted. */
const mostNames = 3

type Named = { readonly names: string[]; readonly count: number }

const none: Named = { names: [], count: 0 }

const stepOf = (key: FirstStep['key'], { names, count }: Named, done = count > 0, at: Date | null = null): FirstStep => ({
  key,
  done,
  count,
  names: names.slice(0, mostNames),
  at: toJapanIsoOrNull(at),
})

const findCompanies = async (db: Db, actor: Actor): Promise<Named> => {
  const { rows } = await sql<{ name: string }>`select c.name from company c where ${customersOf(actor)} order by c.company_id`.execute(db)
  return { names: rows.map(({ name }) => name), count: rows.length }
}

const findOffices = async (db: Db, actor: Actor): Promise<Named> => {
  const { rows } = await sql<{ name: string }>`
    select o.name from office o where ${isOpen('o')} and ${withinScope(actor, officeColumns)} order by o.company_id, o.office_id`.execute(
    db,
  )
  return { names: rows.map(({ name }) => name), count: rows.length }
}

type Site = {
  readonly keys: string[] | null
  readonly key_made_at: Date | null
  readonly tags: string[] | null
  readonly workers: number
  readonly wearers: number
  readonly heard: number
}

const readSite = async (db: Db, { companyId, officeId }: OfficeKey, now: Date): Promise<Site | undefined> => {
  const isHere = (alias: string) =>
    sql`(${sql.ref(`${alias}.company_id`)} = ${companyId} and ${sql.ref(`${alias}.office_id`)} = ${officeId})`
  const isValid = sql`not k.is_trial and k.revoked_at is null and (k.ends_at is null or k.ends_at > ${now})`
  const { rows } = await sql<Site>`
    select (select array_agg(k.name order by k.created_at, k.key_id) from ingest_key k where ${isHere('k')} and ${isValid}) as keys,
           (select max(k.created_at) from ingest_key k where ${isHere('k')} and ${isValid}) as key_made_at,
           (select array_agg(d.serial order by d.serial) from device d where ${isHere('d')} and d.kind = 'vital') as tags,
           (select count(*) from app_user u where ${isHere('u')} and ${isWatched}) as workers,
           (select count(*) from app_user u where ${isHere('u')} and ${isWatched} and exists (
              select from wear w where w.company_id = ${companyId} and w.user_id = u.user_id and w.worn_to is null)) as wearers,
           (select count(*) from app_user u where ${isHere('u')} and ${isWatched} and exists (
              select from worker_state s where s.company_id = ${companyId} and s.user_id = u.user_id and s.heard_at is not null)) as heard`.execute(
    db,
  )
  return rows[0]
}

/** Without a site only the first two steps are known: what a company has, and which sites. */
const stepsWithoutSite = async (db: Db, actor: Actor): Promise<FirstSteps> => {
  const companies = await findCompanies(db, actor)
  const steps = [
    stepOf('company', companies),
    stepOf('office', await findOffices(db, actor)),
    ...(['key', 'devices', 'workers', 'reading'] as const).map((key) => stepOf(key, none)),
  ]
  const [companyName = null] = companies.count === 1 ? companies.names : []
  return { companyName, officeId: null, officeName: null, steps }
}

const ofNames = (names: readonly string[] | null): Named => ({ names: [...(names ?? [])], count: names?.length ?? 0 })

/**
 * How far a site has got. Every step is read from what there is now, so a key that was revoked is missing again.
 * @throws Refusal 404 where the actor sees no such site
 */
export const readFirstSteps = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  given: number | undefined,
): Promise<FirstSteps> => {
  const id = given ?? actor.officeId
  if (id === null) return stepsWithoutSite(db, actor)
  const { companyName, officeName, ...key } = await findSite(db, actor, id)
  const site = await readSite(db, key, clock())
  const [workers, wearers, heard] = [site?.workers ?? 0, site?.wearers ?? 0, site?.heard ?? 0]
  const steps = [
    stepOf('company', { names: [companyName], count: 1 }),
    stepOf('office', { names: [officeName], count: 1 }),
    stepOf('key', ofNames(site?.keys ?? null), undefined, site?.key_made_at ?? null),
    stepOf('devices', ofNames(site?.tags ?? null)),
    // A worker without a tag is judged by nothing.
    stepOf('workers', { names: [], count: workers }, wearers > 0),
    stepOf('reading', { names: [], count: heard }),
  ]
  return { companyName, officeId: key.officeId, officeName, steps }
}
