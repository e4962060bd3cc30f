import { type AlertRecord, isEmergencyKind } from '@mimamori/contract'
import { readAftermaths } from '../../../shared/monitoring/rests/after-alerts.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import type { HistoryRow, Subject } from './store.ts'

const dangerLevel = 3

/** From when on an alert called for rest: when it came to danger. */
const dangerOf = ({ kind, started_at: startedAt }: Subject, history: readonly HistoryRow[]) => {
  const risen = history.find(({ event, level }) => (event === 'opened' || event === 'raised') && (level ?? 0) >= dangerLevel)
  if (risen === undefined) return isEmergencyKind(kind) ? { at: startedAt, heartRate: null } : undefined
  return { at: risen.at, heartRate: risen.heart_rate }
}

/** What followed a danger or an emergency of a person; null of any other alert. */
export const readAftermath = async (
  db: Db,
  subject: Subject,
  history: readonly HistoryRow[],
  now: Date,
): Promise<AlertRecord['aftermath']> => {
  const { kind, user_id: userId, company_id: companyId, office_id: officeId, alert_id: alertId } = subject
  if (userId === null || (kind !== 'condition' && !isEmergencyKind(kind))) return null
  const danger = dangerOf(subject, history)
  if (danger === undefined) return null
  const alert = { alertId, userId, since: danger.at, heartRate: danger.heartRate }
  const found = (await readAftermaths(db, { companyId, officeId }, [alert], now)).get(alertId)
  if (found === undefined) return null
  const isShown = !subject.withdrew_consent
  return {
    since: toJapanIso(danger.at),
    restedAt: toJapanIsoOrNull(found.restedAt),
    restEndedAt: toJapanIsoOrNull(found.restEndedAt),
    isRestEndKnown: found.isRestEndKnown,
    source: found.source,
    recoveredAt: isShown ? toJapanIsoOrNull(found.recoveredAt) : null,
    hasHeart: isShown && found.hasHeart,
  }
}
