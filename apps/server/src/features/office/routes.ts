import { office, officeArchive } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { archiveOffice, previewArchive, reopenOffice } from './archive.ts'
import { createOffice, removeOffice, updateOffice } from './change.ts'
import { closeReferenceChange, findReferenceChanges } from './reference-changes.ts'
import { findOffice, findOffices } from './store.ts'

/** The offices, and what unit administrators do to them. */
export const officeRoutes = (context: Context): Route[] => [
  route(office.list, 'office', ({ query, actor }) => findOffices(context.db, actor, query, context.clock())),

  route(office.referenceChanges, 'office', ({ query, actor }) => findReferenceChanges(context.db, actor, query.officeId)),

  route(office.closeReferenceChange, 'office', async ({ params, actor }) => {
    await closeReferenceChange(context.db, actor, params.id)
    return {}
  }),

  route(office.one, 'office', async ({ params, actor }) => {
    const found = await findOffice(context.db, actor, params.id, context.clock())
    if (found === undefined) throw notFound()
    return found
  }),

  route(office.create, 'office', ({ body, ...requester }) => createOffice(context, requester, body)),

  route(office.update, 'office', ({ body, ...requester }) => updateOffice(context, requester, body)),

  route(office.remove, 'office', async ({ params, ...requester }) => {
    await removeOffice(context, requester, params.id)
    return {}
  }),

  route(officeArchive.preview, 'office', ({ params, actor }) => previewArchive(context, actor, params.id)),

  route(officeArchive.archive, 'office', ({ params, body, ...requester }) => archiveOffice(context, requester, params.id, body)),

  route(officeArchive.reopen, 'office', ({ params, ...requester }) => reopenOffice(context, requester, params.id)),
]
