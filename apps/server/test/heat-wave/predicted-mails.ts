import type { PredictedEpisode } from './predicted-episodes.ts'
import { adminEmails, answers, groupEmail, groupOf, leaderEmail, lengthMinutes, settingsAt } from './script.ts'

// The rules of notification, written again in the plainest way: what the product does is compared with this.

const steps = [
  { role: 'GroupSubLeader', after: 3 },
  { role: 'GroupLeader', after: 5 },
  { role: 'HeadquartersAdmin', after: 10 },
  { role: 'AdminUnitContract', after: 15 },
] as const
const repeatMinutes = 5

type Waiting = { readonly since: number; step: number; dueAt: number }
type Alert = {
  readonly episode: PredictedEpisode
  level: number | null
  peak: number | null
  ended: boolean
  /** The level at which somebody acknowledged it; undefined while nobody has. */
  acknowledged: number | undefined
  waiting: Waiting | undefined
}

/** One notification: of whom, of what, why, at which level, in which minute, to which addresses; none if nobody was there. */
const telling = (alert: Alert, occasion: string, level: number | null, minute: number, addresses: readonly string[], step = 0): string =>
  [
    alert.episode.kind,
    alert.episode.number ?? 'site',
    occasion,
    `step ${step}`,
    `level ${level ?? '-'}`,
    `minute ${minute}`,
    addresses.toSorted().join(' '),
  ].join(', ')

const groupsOf = ({ episode }: Alert) => (episode.number === null ? [] : [groupOf(episode.number)])

const siteAddresses = (alert: Alert, minute: number) => {
  const { to, cc, bcc } = settingsAt(minute).mailing
  return [...to, ...groupsOf(alert).map(groupEmail), ...cc, ...bcc]
}

const addressesOf = (alert: Alert, role: (typeof steps)[number]['role']): string[] =>
  role === 'GroupLeader' || role === 'GroupSubLeader' ? groupsOf(alert).map((group) => leaderEmail(role, group)) : [adminEmails[role]]

const levelOf = (level: number | null) => level ?? 0

const isNotificationEnabled = ({ episode: { kind } }: Alert, level: number | null, minute: number): boolean =>
  kind === 'condition' || kind === 'siteHeat' ? levelOf(level) >= settingsAt(minute).mailing.target : true

class Telling {
  readonly said: string[] = []
  readonly #alerts = new Map<PredictedEpisode, Alert>()
  readonly #notified = new Map<string, { minute: number; level: number | null }[]>()

  /** What happened to an episode by the readings of a minute; true if people may have to be notified. */
  happen(episode: PredictedEpisode, event: string, level: number | null): boolean {
    const alert = this.#alerts.get(episode) ?? {
      episode,
      level,
      peak: level,
      ended: false,
      acknowledged: undefined,
      waiting: undefined,
    }
    this.#alerts.set(episode, alert)
    if (event === 'ended') Object.assign(alert, { ended: true, waiting: undefined })
    else Object.assign(alert, { level, peak: level === null ? alert.peak : Math.max(level, alert.peak ?? 0) })
    // What grows worse than it was when somebody acknowledged it calls again.
    if (event === 'raised' && alert.acknowledged !== undefined && levelOf(level) > alert.acknowledged) alert.acknowledged = undefined
    return event === 'opened' || event === 'raised'
  }

  tell(episode: PredictedEpisode, event: string, level: number | null, minute: number): void {
    const alert = this.#alerts.get(episode)
    if (alert === undefined || !isNotificationEnabled(alert, level, minute)) return
    const isUrgent = episode.kind === 'emergency'
    const key = `${episode.kind} ${episode.number}`
    const earlier = this.#notified.get(key) ?? []
    const lately = earlier.filter((one) => one.minute > minute - settingsAt(minute).mailing.pauseMinutes)
    const isSuppressed = !isUrgent && lately.some((one) => levelOf(one.level) >= levelOf(level))
    if ((isUrgent || levelOf(level) >= 3) && !alert.ended && alert.acknowledged === undefined)
      alert.waiting ??= { since: minute, step: 0, dueAt: minute + steps[0].after }
    if (isSuppressed) return
    this.said.push(telling(alert, event, level, minute, siteAddresses(alert, minute)))
    this.#notified.set(key, [...earlier, { minute, level }])
  }

  /** Notifies the next in line of what nobody has answered. */
  escalate(minute: number): void {
    for (const alert of this.#alerts.values()) {
      const { waiting } = alert
      if (waiting === undefined || waiting.dueAt > minute || !isNotificationEnabled(alert, alert.peak, minute)) continue
      if (waiting.step >= steps.length) this.#repeat(alert, waiting, minute)
      else this.#step(alert, waiting, minute)
    }
  }

  #step(alert: Alert, waiting: Waiting, minute: number): void {
    for (let step = steps[waiting.step]; step !== undefined && waiting.dueAt <= minute; step = steps[waiting.step]) {
      const addresses = addressesOf(alert, step.role)
      waiting.step += 1
      this.said.push(telling(alert, 'escalated', alert.peak, minute, addresses, waiting.step))
      const next = steps[waiting.step]
      if (next === undefined) waiting.dueAt = minute + repeatMinutes
      else waiting.dueAt = addresses.length === 0 ? minute : waiting.since + next.after
    }
  }

  #repeat(alert: Alert, waiting: Waiting, minute: number): void {
    for (const [index, { role }] of steps.entries())
      for (const address of addressesOf(alert, role)) this.said.push(telling(alert, 'escalated', alert.peak, minute, [address], index + 1))
    this.said.push(telling(alert, 'escalated', alert.peak, minute, siteAddresses(alert, minute)))
    waiting.dueAt = minute + repeatMinutes
  }

  acknowledge(group: number): void {
    for (const alert of this.#alerts.values())
      if (groupsOf(alert).includes(group) && alert.acknowledged === undefined)
        Object.assign(alert, { acknowledged: levelOf(alert.level), waiting: undefined })
  }
}

/** Every notification that the settings ask for, in the words of `telling`. */
export const predictMails = (episodes: readonly PredictedEpisode[]): string[] => {
  const mails = new Telling()
  const byMinute = Map.groupBy(
    episodes.flatMap((episode) => episode.happenings.map((happening) => ({ episode, ...happening }))),
    ({ minute }) => minute,
  )
  for (let minute = 0; minute < lengthMinutes; minute++) {
    const due = (byMinute.get(minute) ?? []).filter(({ episode, event, level }) => mails.happen(episode, event, level))
    for (const { episode, event, level } of due) mails.tell(episode, event, level, minute)
    mails.escalate(minute)
    for (const answer of answers) if (answer.minute === minute) mails.acknowledge(answer.group)
  }
  return mails.said.toSorted()
}

/** The same words of what the product has on record. */
export const noticeText = (notice: {
  readonly kind: string
  readonly number: number | null
  readonly occasion: string
  readonly step: number | null
  readonly level: number | null
  readonly minute: number
  readonly addresses: readonly string[]
}): string =>
  [
    notice.kind,
    notice.number ?? 'site',
    notice.occasion,
    `step ${notice.step ?? 0}`,
    `level ${notice.level ?? '-'}`,
    `minute ${notice.minute}`,
    notice.addresses.toSorted().join(' '),
  ].join(', ')
