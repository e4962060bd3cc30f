import { message } from '@mimamori/contract'
import { unsentMs } from '../../shared/operation/unsent-alerts.ts'
import { noWayInMs, noWritesMs, silentProcessMs, undecidedMs } from './thresholds.ts'

/** What decides whether an alarm would reach anybody. */
export type AlarmFacts = {
  /** Since the database took the last write of this process, ms. */
  readonly unwrittenMs: number
  /** Since a process that does jobs was heard last, ms. */
  readonly jobsSilentMs: number
  /** How long the same event of an alert has waited for a decision whom to notify, ms; 0 where none waits. */
  readonly undecidedMs: number
  /** Open alerts whose notices have waited for `unsentMs` and of which none has reached anybody by any way. */
  readonly unsentAlerts: number
  /** Since no reading can come in over MQTT, where that is a way in, ms: a call for help that does not arrive is an alarm of nobody. */
  readonly noWayInMs: number
}

const minutesOf = (ms: number) => Math.floor(ms / 60_000)

/** Why alarms reach nobody, in words for service administrators; nothing where they can. */
export const reasonsAgainst = (facts: AlarmFacts): string[] => [
  ...(facts.unwrittenMs >= noWritesMs ? [message('alarmsNoWrites', { minutes: minutesOf(facts.unwrittenMs) })] : []),
  ...(facts.jobsSilentMs >= silentProcessMs ? [message('alarmsNoJobs', { minutes: minutesOf(facts.jobsSilentMs) })] : []),
  ...(facts.undecidedMs >= undecidedMs ? [message('alarmsUndecided', { minutes: minutesOf(facts.undecidedMs) })] : []),
  ...(facts.unsentAlerts > 0 ? [message('alarmsUnsent', { count: facts.unsentAlerts, minutes: minutesOf(unsentMs) })] : []),
  ...(facts.noWayInMs >= noWayInMs ? [message('alarmsNoWayIn', { minutes: minutesOf(facts.noWayInMs) })] : []),
]
