import {
  type AlertEpisode,
  alertKindNames,
  levelNameOf,
  type Handling,
  handlings,
  isEmergencyKind,
  message,
  type Outcome,
} from '@mimamori/contract'
import { closeEmergency } from '@mimamori/heat'
import { episodeFor, readEpisodes } from '../episodes/read.ts'
import { type HandlingStep, setHandling } from '../episodes/set-handling.ts'
import { quietClosed } from '../silence/quiet.ts'
import { seesOffice } from '../../../shared/monitoring/workers/owner.ts'
import { announce } from '../../../shared/announcements/announce.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest, notFound, Refusal } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { clearEmergency, findEpisodes, type Handled, lockEpisodes, lockJudge } from './store.ts'

/** The step a person takes with an alert. */
export type Action =
  | { readonly to: 'acknowledged'; readonly seenLevel?: number | null | undefined }
  | { readonly to: 'responding' }
  | { readonly to: 'closed'; readonly outcome: Outcome; readonly note: string }

const rank = (handling: Handling) => handlings.indexOf(handling)

const stepOf = (episode: Handled, action: Action): HandlingStep =>
  action.to === 'closed'
    ? { handling: action.to, outcome: action.outcome, note: action.note === '' ? null : action.note }
    : { handling: action.to, outcome: episode.outcome, note: episode.note }

export const keyOf = (episode: Handled): AlertKey => ({ companyId: episode.company_id, alertId: episode.alert_id })

/** A leader without a group sees their own past; what happened at a former office is answered there. */
export const mayAnswer = (actor: Actor, { company_id: companyId, office_id: officeId }: Handled): boolean =>
  seesOffice(actor, { companyId, officeId })

/** Writes a step taken with an episode to the audit log. */
export const auditStep = (db: Db, { actor, address }: Requester, episode: Handled, step: HandlingStep, at: Date): Promise<void> =>
  writeAudit(db, {
    at,
    actor,
    address,
    action: step.handling,
    resource: 'alert',
    resourceId: episode.alert_id,
    companyId: episode.company_id,
    officeId: episode.office_id,
    before: { handling: episode.handling, outcome: episode.outcome, note: episode.note },
    after: { handling: step.handling, outcome: step.outcome, note: step.note },
  })

/** @throws Refusal 412 where the alert is at a higher level than the one that was seen; undefined: whatever there is */
export const refuseWorse = (episode: Handled, seenLevel: number | null | undefined): void => {
  const level = episode.level ?? 0
  if (seenLevel === undefined || level <= (seenLevel ?? 0)) return
  throw new Refusal(412, message('alertWorse', { name: episode.full_name ?? alertKindNames[episode.kind], level: levelNameOf(level) }))
}

const endsEmergency = (episode: Handled, action: Action) => action.to === 'closed' && episode.kind === 'emergency'

const applyAction = async (db: Db, requester: Requester, alertId: number, action: Action, at: Date): Promise<AlertKey> => {
  const [seen] = await findEpisodes(db, requester.actor, [alertId])
  if (seen === undefined || !mayAnswer(requester.actor, seen)) throw notFound()
  // The ingestion locks a worker's state before their alerts; the same order here avoids a deadlock.
  const inDanger = seen.user_id === null ? undefined : { companyId: seen.company_id, userId: seen.user_id }
  const isClosing = action.to === 'closed' && inDanger !== undefined
  const judge = isClosing && isEmergencyKind(seen.kind) ? await lockJudge(db, inDanger) : undefined
  if (action.to === 'closed') await quietClosed(db, { ...keyOf(seen), officeId: seen.office_id, kind: seen.kind, userId: seen.user_id }, at)
  const [episode] = await lockEpisodes(db, requester.actor, [alertId])
  if (episode === undefined) throw notFound()
  if (episode.handling === 'closed') throw badRequest(message('alertClosed'))
  // The step was taken already, or somebody has gone further: nothing changes.
  const companyId = episode.company_id
  if (rank(action.to) <= rank(episode.handling)) return { companyId, alertId }

  if (action.to === 'acknowledged') refuseWorse(episode, action.seenLevel)
  const step = stepOf(episode, action)
  const { userId, fullName: userName } = requester.actor
  await setHandling(db, [{ companyId, alertId }], step, { userId, userName, at })
  if (endsEmergency(episode, action) && inDanger !== undefined) {
    await clearEmergency(db, inDanger, judge === undefined ? undefined : closeEmergency(judge, at.getTime()))
    await announce(db, { companyId, officeId: episode.office_id, userIds: [inDanger.userId] })
  }
  await auditStep(db, requester, episode, step, at)
  return { companyId, alertId }
}

/**
 * Moves an alert's handling on: open → acknowledged → responding → closed, each step skippable, none backward, a
 * repeated one without effect. Closing an emergency ends it and restarts its accumulated time. Closing anything else
 * ends it too; further readings that show its condition open a new one, and the outcome stays with the old one.
 * @throws Refusal 404 out of scope, 400 where the alert is closed already, 412 where it is worse than the acknowledging person saw
 */
export const handleAlert = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  alertId: number,
  action: Action,
): Promise<AlertEpisode> => {
  const at = clock()
  const key = await db.transaction().execute((transaction) => applyAction(transaction, requester, alertId, action, at))
  const [handled] = await readEpisodes(db, [key], at)
  if (handled === undefined) throw notFound()
  return episodeFor(requester.actor, handled)
}
