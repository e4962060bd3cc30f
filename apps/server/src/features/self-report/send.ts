import type { BodyOf, selfReport, SelfAnswer } from '@mimamori/contract'
import { callForHelp } from '../alerts/episodes/call-for-help.ts'
import { answerWell, reportUnwell, type SelfReport } from '../alerts/episodes/report.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { refuseArchived } from '../../shared/organisation/archived-offices.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { readDoneAt } from '../../platform/done-at.ts'
import { forbidden } from '../../platform/errors.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { personOfReport } from './store.ts'

const write = (db: Db, state: SelfAnswer['state'], report: SelfReport): Promise<unknown> => {
  switch (state) {
    case 'well':
      return answerWell(db, report)
    case 'unwell':
      return reportUnwell(db, report)
    case 'help':
      return callForHelp(db, report)
    default:
      return state satisfies never
  }
}

/**
 * What somebody says of how they feel: 大丈夫 is kept, つらい opens an alert, 助けて is a call. It is answered once all of that is
 * stored, so that the sender knows that it arrived.
 * @throws Refusal 400 for a time that cannot be, 403 without a site or at an archived one
 */
export const sendSelfReport = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor }: Requester,
  { state, at }: BodyOf<typeof selfReport.send>,
): Promise<SelfAnswer> => {
  const receivedAt = clock()
  const doneAt = readDoneAt(at, receivedAt).at
  await db.transaction().execute(async (trx) => {
    const person = await personOfReport(trx, actor)
    if (person === undefined) throw forbidden()
    await refuseArchived(trx, person)
    await write(trx, state, { ...person, doneAt, receivedAt })
    await announce(trx, { companyId: person.companyId, officeId: person.officeId, userIds: [person.userId] })
  })
  return { state, at: toJapanIso(doneAt), receivedAt: toJapanIso(receivedAt) }
}
