import type { EndOfWork } from '@mimamori/contract'
import { signOff } from '../alerts/silence/sign-off.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { findSiteDevices, findGroupsOffice, findPersonsOffice, findWearers, findWholeOffice } from './store.ts'

/** Whose work ended: as the audit log names it, at its office. */
type Subject = { readonly resource: 'user' | 'group' | 'office'; readonly id: number; readonly office: OfficeKey | undefined }

const subjectOf = async (db: Db, actor: Actor, { userId, groupId, officeId }: EndOfWork): Promise<Subject> => {
  if (userId != null) return { resource: 'user', id: userId, office: await findPersonsOffice(db, actor, userId) }
  if (groupId != null) return { resource: 'group', id: groupId, office: await findGroupsOffice(db, actor, groupId) }
  const id = officeId ?? 0
  return { resource: 'office', id, office: await findWholeOffice(db, actor, id) }
}

/**
 * 作業終了: quiets the silence of a person, a group or a site until each one's next reading, of a site that of its gateways and instruments too,
 * and closes the lines of silence that name nobody else. Answers how many people it concerns: who wear a vital device.
 * @throws Refusal 404 out of scope
 */
export const endWork = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, address }: Requester,
  draft: EndOfWork,
): Promise<{ count: number }> =>
  db.transaction().execute(async (transaction) => {
    const at = clock()
    const { resource, id, office } = await subjectOf(transaction, actor, draft)
    if (office === undefined) throw notFound()
    const wearers = await findWearers(transaction, office, {
      userId: resource === 'user' ? id : undefined,
      groupId: resource === 'group' ? id : undefined,
    })
    const deviceIds = resource === 'office' ? await findSiteDevices(transaction, office) : []
    await signOff(transaction, office, { userIds: wearers, deviceIds }, { userId: actor.userId, userName: actor.fullName, at })
    const count = wearers.length
    await writeAudit(transaction, { at, actor, address, action: 'endOfWork', resource, resourceId: id, ...office, after: { count } })
    return { count }
  })
