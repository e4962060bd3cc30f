import { company } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createCompany, removeCompany, updateCompany } from './change.ts'
import { findCompanies, findCompany } from './store.ts'

/** The companies, and what the service's administrators do to them. */
export const companyRoutes = (context: Context): Route[] => [
  route(company.list, 'company', ({ query, actor }) => findCompanies(context.db, actor, query)),

  route(company.one, 'company', async ({ params, actor }) => {
    const found = await findCompany(context.db, actor, params.id)
    if (found === undefined) throw notFound()
    return found
  }),

  route(company.create, 'company', ({ body, ...requester }) => createCompany(context, requester, body)),

  route(company.update, 'company', ({ body, ...requester }) => updateCompany(context, requester, body)),

  route(company.remove, 'company', async ({ params, ...requester }) => {
    await removeCompany(context, requester, params.id)
    return {}
  }),
]
