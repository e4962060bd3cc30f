import type { AlertKind, Ending, Handling } from '@mimamori/contract'
import type { EpisodeSegment } from './episode-log.ts'

/** A worker's episode as their readings in the right order show it; times in epoch ms. */
export type ReplayedEpisode = {
  readonly kind: AlertKind
  /** Null if it was already open when the replay began. */
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly ending: Ending | null
  /** The level now, or the last one; null where the replay says nothing of it. */
  readonly level: number | null
  /** The highest level within the replay. */
  readonly peakLevel: number | null
  /** What it is opened by; null where nothing happened to it within the replay. */
  readonly segment: EpisodeSegment | null
}

/** A worker's episode on record; times in epoch ms. */
export type RecordedEpisode = {
  readonly alertId: number
  readonly kind: AlertKind
  readonly officeId: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly ending: Ending | null
  readonly level: number | null
  readonly peakLevel: number | null
  /** The highest level of its readings from before the replay, which are in order already; undefined where it has none. */
  readonly peakBefore?: number | null | undefined
  readonly handling: Handling
  readonly late: boolean
  /** A person closed it while its condition held, which continued without a new episode so far. */
  readonly stillHeld: boolean
}

/** How a recorded episode is to be corrected, and whether the right order shows it at all. */
export type Correction = {
  readonly was: RecordedEpisode
  readonly becomes: RecordedEpisode
  readonly withdrawn: boolean
  /** Whose last values the episode has from now on; null where they stay. */
  readonly segment: EpisodeSegment | null
}

/** A worker's episodes of a replay that began after `from` (epoch ms) and took in readings up to `until`. */
export type Replayed = { readonly from: number; readonly until: number; readonly episodes: readonly ReplayedEpisode[] }

// A person has answered it, or it was handed over to another office: it happened, whatever the readings say.
const isSettled = ({ handling, ending }: RecordedEpisode) => handling !== 'open' || ending === 'handedOver'

const overlaps = (replayed: ReplayedEpisode, recorded: RecordedEpisode): boolean =>
  (replayed.startedAt === null || recorded.endedAt === null || recorded.endedAt >= replayed.startedAt) &&
  (replayed.endedAt === null || recorded.startedAt <= replayed.endedAt)

/** The episode of the replay that each recorded one is: of several the last for an open one, else the first. */
const partners = ({ from, episodes }: Replayed, recorded: readonly RecordedEpisode[]): Map<RecordedEpisode, ReplayedEpisode> => {
  const found = new Map<RecordedEpisode, ReplayedEpisode>()
  for (const row of recorded) {
    const likely = episodes.filter((episode) => episode.kind === row.kind && episode.startedAt !== null && overlaps(episode, row))
    const partner = row.endedAt === null ? likely.at(-1) : likely[0]
    if (partner !== undefined) found.set(row, partner)
  }
  // What was open when the replay began is the newest that had begun by then, and everything that happened while it lasted.
  for (const openEpisode of episodes.filter(({ startedAt }) => startedAt === null)) {
    const own = recorded.filter(({ kind }) => kind === openEpisode.kind)
    const first = own.findLast(({ startedAt }) => startedAt <= from)
    for (const row of own)
      if (row === first || (!found.has(row) && row.startedAt > from && overlaps(openEpisode, row))) found.set(row, openEpisode)
  }
  return found
}

const higher = (one: number | null, other: number | null): number | null => (one === null ? other : Math.max(one, other ?? 0))

/** How the last of the recorded episodes that are one continues and ends. */
const endedLike = (row: RecordedEpisode, episode: ReplayedEpisode): RecordedEpisode => {
  const peakLevel =
    episode.startedAt === null ? higher(row.peakBefore ?? row.peakLevel, episode.peakLevel) : (episode.peakLevel ?? row.peakLevel)
  // The person who closed it has seen it; a hand-over ended it whatever the readings say.
  const keepsEnd = row.ending === 'handedOver' || row.ending === 'closed' || (row.handling === 'closed' && episode.endedAt === null)
  if (keepsEnd)
    return { ...row, peakLevel: higher(row.peakLevel, peakLevel), stillHeld: row.ending === 'closed' && episode.endedAt === null }
  return {
    ...row,
    endedAt: episode.endedAt === null ? null : Math.max(row.startedAt, episode.endedAt),
    ending: episode.ending,
    level: episode.level ?? row.level,
    peakLevel,
    // An emergency is late by when it was received, and continues by what comes after.
    late: row.late && (row.kind === 'emergency' || episode.endedAt !== null),
  }
}

/** One that the right order does not show: it ends with the data at the latest, and did not happen where the replay saw all of it. */
const withoutPartner = (was: RecordedEpisode, { from, until }: Replayed): Correction => ({
  was,
  becomes: was.endedAt === null ? { ...was, endedAt: Math.max(was.startedAt, until), ending: 'recovered' } : { ...was, stillHeld: false },
  withdrawn: was.startedAt > from && !isSettled(was),
  segment: null,
})

/** The recorded episodes, oldest first, that are one in the right order: the first begins and the last ends with it. */
const unite = (rows: readonly RecordedEpisode[], episode: ReplayedEpisode, replayed: Replayed): Correction[] => {
  const remaining = rows.filter((row) => isSettled(row) || row === rows.at(-1))
  // One that lasted before the replay began when the first of them did, and was as grave as any of them.
  const startedAt = episode.startedAt ?? rows[0]?.startedAt
  const peakBefore = rows.reduce<number | null>((highest, row) => higher(highest, row.peakBefore ?? null), null)
  return rows.map((was) => {
    if (!remaining.includes(was)) return { ...withoutPartner(was, replayed), withdrawn: true }
    const begun = was === remaining[0] && startedAt !== undefined ? { ...was, startedAt, peakBefore } : was
    return was === remaining.at(-1)
      ? { was, becomes: endedLike(begun, episode), withdrawn: false, segment: episode.segment }
      : { was, becomes: { ...begun, stillHeld: false }, withdrawn: false, segment: null }
  })
}

const differs = ({ was, becomes, withdrawn }: Correction): boolean =>
  withdrawn ||
  was.startedAt !== becomes.startedAt ||
  was.endedAt !== becomes.endedAt ||
  was.ending !== becomes.ending ||
  was.level !== becomes.level ||
  was.peakLevel !== becomes.peakLevel ||
  was.stillHeld !== becomes.stillHeld

/**
 * Compares the episodes of one worker that a replay shows with those on record in its time, oldest first. Overlapping ones
 * are the same: the earliest gets the replay's beginning, the latest its end and levels. What nobody has answered and the
 * right order does not show, or shows as one with another, is withdrawn; what a person did is never undone. An emergency
 * that people were notified of stays until a person closes it.
 * @returns how recorded ones are to be changed, and the segments of those that are missing
 */
export const matchEpisodes = (
  replayed: Replayed,
  recorded: readonly RecordedEpisode[],
): { corrections: Correction[]; missing: EpisodeSegment[] } => {
  const partnerOf = partners(replayed, recorded)
  const corrections = recorded.filter((row) => !partnerOf.has(row) && row.kind !== 'emergency').map((row) => withoutPartner(row, replayed))
  const missing: EpisodeSegment[] = []
  for (const episode of replayed.episodes) {
    const rows = recorded.filter((row) => partnerOf.get(row) === episode)
    if (rows.length > 0) corrections.push(...unite(rows, episode, replayed))
    else if (episode.segment?.opened === true) missing.push({ ...episode.segment, late: episode.segment.late || episode.endedAt !== null })
  }
  return { corrections: corrections.filter(differs), missing }
}
