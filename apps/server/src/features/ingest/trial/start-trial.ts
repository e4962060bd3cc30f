import { randomUUID } from 'node:crypto'
import { type AlertTrialRequest, issueText, message, mostFileJobs, mostTrialDays, mostTrialPeople } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import type { Context } from '../../../platform/context.ts'
import { badRequest, Refusal } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import { queueFileJob } from '../../../platform/jobs/file-jobs.ts'
import { announceJob } from '../../../shared/announcements/announce.ts'
import { findSite } from '../../../shared/organisation/find-site.ts'
import { tenantOf } from '../../../shared/organisation/tenant-filter.ts'
import { findTrialPeople, type TrialSpan } from './people.ts'
import { checkTrialSettings } from './trial-settings.ts'

const refuse = (rule: 'future' | 'beforeStart' | 'tooManyTrialDays') =>
  badRequest(issueText('alertLoad', { code: 'custom', path: ['to'], params: { rule }, message: '' }))

/** @throws Refusal 400 where the days are no period of a trial */
const spanOf = ({ from, to }: AlertTrialRequest, now: Date): TrialSpan => {
  if (to > japanDay(now)) throw refuse('future')
  if (to < from) throw refuse('beforeStart')
  if ((Date.parse(to) - Date.parse(from)) / dayMs >= mostTrialDays) throw refuse('tooManyTrialDays')
  return { from: japanDayRange(from).from, to: japanDayRange(to).to }
}

/**
 * Queues a trial and wakes the job that does it.
 * @throws Refusal 404 where the actor sees no such site; 400 naming what is wrong with period, people or settings; 429 where the
 * actor has too many that have not ended
 */
export const startTrial = async (context: Context, actor: Actor, trialRequest: AlertTrialRequest): Promise<{ jobId: string }> => {
  const { db, clock } = context
  const now = clock()
  const { companyId, officeId, officeName } = await findSite(db, actor, trialRequest.officeId)
  const span = spanOf(trialRequest, now)
  checkTrialSettings(trialRequest.settings)
  const people = await findTrialPeople(db, { companyId, officeId }, span)
  if (people.length === 0) throw badRequest(message('trialNobody'))
  if (people.length > mostTrialPeople) throw badRequest(message('trialPeople', { people: people.length, most: mostTrialPeople }))
  const jobId = randomUUID()
  const about = `${officeName}　${trialRequest.from.replaceAll('-', '/')}〜${trialRequest.to.replaceAll('-', '/')}`
  const request = { about, officeIds: [officeId], requesterCompanyId: actor.companyId, content: trialRequest }
  await db.transaction().execute(async (trx) => {
    const job = { companyId, jobId, userId: actor.userId, kind: 'alertLoadTrial', officeId, fileName: '', request, at: now } as const
    if (!(await queueFileJob(trx, job, tenantOf(actor)('j')))) throw new Refusal(429, [message('trialsFull', { most: mostFileJobs })], 60)
    await announceJob(trx, companyId)
  })
  return { jobId }
}
