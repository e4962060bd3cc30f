import { issueText, message } from '@mimamori/contract'
import { type WorkingHours, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import { companyOf } from './company-of.ts'
import type { OfficeKey } from './keys.ts'
import { officeColumns, withinScope } from './scope.ts'
import type { Db } from '../../platform/context.ts'
import { badRequest, notFound, Refusal } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'

/** The site that a request is about: the one it names, else the actor's own. @throws Refusal 400 where there is neither */
export const siteIdOf = (actor: Actor, officeId: number | undefined): number => {
  const id = officeId ?? actor.officeId
  if (id === null) throw badRequest(issueText('wear', { code: 'invalid_type', expected: 'number', path: ['officeId'], message: '' }))
  return id
}

export type Site = OfficeKey & { readonly officeName: string; readonly hours: WorkingHours }

/** A site in the actor's scope. @throws Refusal 404 where it is not */
export const findSite = async (db: Db, actor: Actor, given: number | undefined): Promise<Site> => {
  const officeId = siteIdOf(actor, given)
  const companyId = await companyOf(db, actor, 'office', officeId)
  if (companyId === undefined) throw notFound()
  const { rows } = await sql<{ name: string; opens_at: string; closes_at: string }>`
    select o.name, o.opens_at::text as opens_at, o.closes_at::text as closes_at from office o
     where o.company_id = ${companyId} and o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`.execute(db)
  const [site] = rows
  if (site === undefined) throw notFound()
  return { companyId, officeId, officeName: site.name, hours: workingHoursOf(site.opens_at, site.closes_at) }
}

/** 409 with what happened meanwhile in words, and who is concerned where the actor may know. */
export const conflict = (
  code: Parameters<typeof message>[0],
  values: Record<string, string> = {},
  concerned: { readonly userId?: number; readonly fullName?: string } = {},
): Refusal => new Refusal(409, { message: message(code, values), ...concerned })
