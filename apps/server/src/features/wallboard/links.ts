import type { AnswerOf, BodyOf, wallboardLink } from '@mimamori/contract'
import { announceOffice } from '../../shared/announcements/announce.ts'
import { createOfficeLink, revokeOfficeLink } from '../../shared/access-keys/office-links.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'

const kind = 'wallboard'

/** Makes a link to an office's wallboard. @throws as `createOfficeLink` */
export const createLink = (
  { db, clock }: Context,
  requester: Requester,
  officeId: number,
  draft: BodyOf<typeof wallboardLink.create>,
): Promise<AnswerOf<typeof wallboardLink.create>> =>
  db.transaction().execute((trx) => createOfficeLink(trx, { kind, officeId, requester, at: clock() }, draft))

/** Revokes a link: every open board that uses it is notified and ended. @throws as `revokeOfficeLink` */
export const revokeLink = ({ db, clock }: Context, requester: Requester, officeId: number, linkId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const office = await revokeOfficeLink(trx, { kind, officeId, requester, at: clock() }, linkId)
    if (office !== undefined) await announceOffice(trx, office)
  })
