import { erasure, guest, type QueryOf, type Role, secondFactor, sessions, userRole } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Imports } from '../../platform/exchange/imports.ts'
import { importUpload } from '../../platform/exchange/import-upload.ts'
import { defaultLimit } from '../../platform/database/list-page.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { fileRoleOf, rolesOf } from './csv-columns.ts'
import { disable, enable } from './disable.ts'
import { holdPerson, releasePerson } from './erasure/change-hold.ts'
import { erasePerson } from './erasure/erase-person.ts'
import { readErasure } from './erasure/read-erasure.ts'
import { sendPeople, sendPeopleTemplate } from './download.ts'
import { peopleImport } from './import.ts'
import { createGuest } from './guest.ts'
import { findUserPage, rolesFrom } from './list.ts'
import { previewLoginId } from './login-id.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { type RecordBulkRead, recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import type { ReadFilter } from '../../shared/audit/filter-names.ts'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { roleIn, withinReach } from './reach.ts'
import { removePerson } from './remove.ts'
import { readUserRows } from './rows.ts'
import { changePerson, createPerson } from './save.ts'
import { endSessionsOf, sessionsOf } from './sessions.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { unlock } from './unlock.ts'

// Pickers over several offices show everybody up to this number; a longer list is of no use.
const pickerLimit = 1_000

const readOne = async (
  { db, clock }: Context,
  requester: Requester,
  record: RecordBulkRead,
  { userId, role }: { readonly userId: number; readonly role: Role | undefined },
) => {
  const hasRole = role === undefined ? sql`true` : roleIn(rolesOf(fileRoleOf(role)))
  const { rows } = await sql<PersonKey>`
    select u.company_id as "companyId", u.user_id as "userId" from app_user u
     where u.user_id = ${userId} and ${withinReach(requester.actor)} and ${hasRole}`.execute(db)
  const [row] = await readUserRows(db, rows, clock())
  if (row === undefined) throw notFound()
  await record(requester, {}, rows)
  return row
}

/** The login ID a new base administrator would get; empty for other roles and without an office, whose IDs are typed in. */
const previewLogin = async ({ db }: Context, actor: Actor, preview: { role?: string | undefined; officeId?: number | undefined }) => {
  const officeId = preview.officeId ?? actor.officeId
  if (officeId === null || (preview.role ?? 'HeadquartersAdmin') !== 'HeadquartersAdmin') return ''
  return previewLoginId(db, await lockOfficeShared(db, actor, officeId))
}

/** How the list was narrowed; for a picker of several sites the log says how many people were seen. */
const readFilterOf = (query: QueryOf<typeof userRole.list>): ReadFilter => {
  const { officeId, groupId, worker, workerCode, userName, fullName, exactFullName, isLockedOut, isDisabled, isDeleted } = query
  const role = query.role === undefined || query.role === '' ? undefined : rolesFrom(query.role)
  return { officeId, groupId, role, worker, workerCode, userName, fullName, exactFullName, isLockedOut, isDisabled, isDeleted }
}

/** People and their accounts: administrators of every kind, and workers. */
export const userRoleRoutes = (context: Context, imports: Imports): Route[] => {
  const record = recordBulkReads(context, 'people')
  return [
    route(userRole.list, 'user', async ({ query, ...requester }) => {
      const { actor } = requester
      const isPicker = query.listUserNameByListOffice !== undefined && query.listUserNameByListOffice.length > 0
      const limit = query.limit ?? (isPicker ? pickerLimit : defaultLimit)
      const { people, count } = await findUserPage(context.db, actor, { ...query, limit }, context.clock())
      await record(requester, readFilterOf(query), people)
      return { data: await readUserRows(context.db, people, context.clock()), count }
    }),

    route(userRole.nextUserId, 'user', async ({ query, actor }) => ({ userName: await previewLogin(context, actor, query) })),

    route(userRole.download, 'user', async ({ query, ...call }) => {
      sendPeople(
        context,
        call.actor,
        query,
        recordedDownload(context, call, { resource: 'user', filter: query, officeId: query.officeId, companyId: query.companyId }),
      )
    }),

    route(userRole.template, 'user', async ({ query, reply }) => {
      sendPeopleTemplate(query.role, reply)
    }),

    route(userRole.import, 'user', ({ params, ...requester }) =>
      importUpload(imports, requester, (upload) => peopleImport(context, requester, params.id, upload)),
    ),

    route(userRole.one, 'user', ({ params, query, ...requester }) =>
      readOne(context, requester, record, { userId: params.id, role: query.role }),
    ),

    route(guest.create, 'guest', ({ body, ...requester }) => createGuest(context, requester, body)),

    route(userRole.create, 'user', ({ body, ...requester }) => createPerson(context, requester, body)),

    route(userRole.update, 'user', ({ params, body, ...requester }) => changePerson(context, requester, params.id, body)),

    route(userRole.remove, 'user', async ({ params, ...requester }) => {
      await removePerson(context, requester, params.id)
      return {}
    }),

    route(userRole.unlock, 'user', async ({ params, ...requester }) => {
      await unlock(context, requester, params.id)
      return {}
    }),

    route(userRole.disable, 'user', async ({ params, ...requester }) => {
      await disable(context, requester, params.id)
      return {}
    }),

    route(userRole.enable, 'user', async ({ params, ...requester }) => {
      await enable(context, requester, params.id)
      return {}
    }),

    route(erasure.one, 'erasure', ({ params, actor }) => readErasure(context.db, actor, params.id, context.clock())),

    route(erasure.erase, 'erasure', ({ params, body, ...requester }) => erasePerson(context, requester, params.id, body.userName)),

    route(erasure.hold, 'erasure', ({ params, body, ...requester }) => holdPerson(context, requester, params.id, body)),

    route(erasure.release, 'erasure', async ({ params, ...requester }) => {
      await releasePerson(context, requester, params.id)
      return {}
    }),

    route(sessions.ofPerson, 'user', ({ params, actor }) => sessionsOf(context, actor, params.id)),

    route(sessions.endOfPerson, 'user', async ({ params, ...requester }) => {
      if ((await endSessionsOf(context, requester, params.id, { only: [params.sessionId] })) === 0) throw notFound()
      return {}
    }),

    route(sessions.endAllOfPerson, 'user', async ({ params, ...requester }) => {
      await endSessionsOf(context, requester, params.id, 'all')
      return {}
    }),

    route(secondFactor.reset, 'secondFactor', async ({ params, body, ...requester }) => {
      await resetSecondFactor(context, requester, params.id, body.reason)
      return {}
    }),
  ]
}
