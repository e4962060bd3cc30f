import { dayMs } from '@mimamori/contract/day'
import type { AlertRecord, Role } from '@mimamori/contract'
import { ageForLimits, heartLimits } from '@mimamori/heat'
import { episodeFor, readEpisodes } from '../episodes/read.ts'
import { reasonWithoutNumbers } from '../episodes/withheld.ts'
import { seesOffice, seesOwnMeasure } from '../../../shared/monitoring/workers/owner.ts'
import { plainReasonText } from '../../../shared/monitoring/reasons/plain-reason.ts'
import { reasonText, saysOwnMeasure } from '../../../shared/monitoring/reasons/reason-text.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { japanDay, toJapanIso } from '../../../platform/japan-time.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { readAftermath } from './aftermath.ts'
import { readNotices } from './notices.ts'
import { measuredAs, readReadings } from './readings.ts'
import { readSource } from './source.ts'
import { findHistory, findSubject, type HistoryRow, type Subject } from './store.ts'
import { windowAround } from './window.ts'

const limitsOf = (subject: Subject): Pick<AlertRecord, 'limits' | 'ageAssumed'> => {
  if (measuredAs(subject) !== 'person' || subject.withdrew_consent || subject.profile_gone) return { limits: null, ageAssumed: false }
  const { ageYears, assumed } = ageForLimits(subject.date_of_birth, japanDay(subject.started_at))
  return { limits: heartLimits(ageYears), ageAssumed: assumed }
}

type Event = AlertRecord['events'][number]
type Values = Pick<Event, 'reason' | 'heartRate' | 'excess' | 'wbgtValue' | 'isCall'>

/** What was so at a line of the history. Lines from before these were kept have none. */
const valuesOf = (row: HistoryRow, subject: Subject, role: Role): Values => {
  const { kind, cause, called_at, withdrew_consent: withdrew } = subject
  const { event, reason, heart_rate: heartRate, excess, wbgt: wbgtValue } = row
  // Each press has a line of its own, at its time.
  const calledAt = event === 'opened' || event === 'raised' || event === 'reported' ? row.at : called_at
  const textOf = saysOwnMeasure(reason) && !seesOwnMeasure(role) ? plainReasonText : reasonText
  const text = reason === null ? null : textOf(reason, { kind, cause: reason.kind, excess, calledAt })
  const isCall = (reason?.kind ?? (event === 'opened' ? cause : null)) === 'call'
  if (!withdrew) return { reason: text, heartRate, excess, wbgtValue, isCall }
  const plain = reason === null ? null : reasonWithoutNumbers(kind, reason.kind)
  return { reason: plain ?? text, heartRate: null, excess: null, wbgtValue, isCall }
}

const toEvent = (row: HistoryRow, subject: Subject, role: Role, seesNames: boolean): Event => ({
  at: toJapanIso(row.at),
  kind: row.event,
  level: row.level,
  ...valuesOf(row, subject, role),
  by: seesNames ? row.user_name : null,
  note: seesNames ? row.note : null,
})

type RecordLookup = { readonly subject: Subject; readonly isEmpty: boolean; readonly from: Date; readonly oldest: Date }

const storedSinceOf = ({ subject, isEmpty, from, oldest }: RecordLookup): AlertRecord['kept'] => {
  if (measuredAs(subject) === 'nothing') return 'none'
  if (subject.withdrew_consent) return 'withheld'
  return isEmpty && from < oldest ? 'gone' : 'kept'
}

/**
 * Everything that is on record of one alert. Where it happened at an office that the viewer does not see, without the
 * names, places and words of that office.
 * @throws Refusal 404 where the alert is not in scope
 */
export const readRecord = async (
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  actor: Actor,
  alertId: number,
): Promise<AlertRecord> => {
  const now = clock()
  const subject = await findSubject(db, actor, alertId)
  if (subject === undefined) throw notFound()
  const key = { companyId: subject.company_id, alertId }
  const [[owned], history] = await Promise.all([readEpisodes(db, [key], now), findHistory(db, key)])
  if (owned === undefined) throw notFound()
  const seesNames = seesOffice(actor, owned.owner)
  const window = windowAround({ startedAt: subject.started_at, endedAt: subject.ended_at, events: history, now })
  const [notices, readings, source, aftermath] = await Promise.all([
    seesNames ? readNotices(db, key, history, actor.role) : [],
    readReadings(db, subject, window),
    seesNames ? readSource(db, subject) : null,
    seesNames ? readAftermath(db, subject, history, now) : null,
  ])
  const oldest = new Date(now.getTime() - config.retentionDays * dayMs)
  return {
    episode: episodeFor(actor, owned),
    furigana: subject.furigana,
    ...limitsOf(subject),
    source,
    events: history.map((row) => toEvent(row, subject, actor.role, seesNames)),
    aftermath,
    told: notices,
    window: { from: toJapanIso(window.from), to: toJapanIso(window.to) },
    kept: storedSinceOf({ subject, isEmpty: readings.length === 0, from: window.from, oldest }),
    readings,
  }
}
