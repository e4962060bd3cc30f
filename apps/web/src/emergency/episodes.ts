import { type AlertEpisode, isEmergencyKind } from '@mimamori/contract/alert'
import type { AnswerOf, QueryIn } from '@mimamori/contract/endpoint'
import type { endpoints } from '@mimamori/contract/endpoints'
import type { Patched } from '../kit/use-live-query.ts'

/** True for an emergency that people still have to see to. Only a person closes one. */
export const isOpenEmergency = (episode: AlertEpisode): boolean => episode.emergency === '1' && episode.handling !== 'closed'

/** True for a report (申告) that nobody has closed. */
export const isOpenReport = ({ kind, handling }: AlertEpisode): boolean => kind === 'report' && handling !== 'closed'

const waiting: Record<AlertEpisode['handling'], number> = { open: 0, acknowledged: 1, responding: 2, closed: 3 }

/** The most urgent first: who has waited longest without an answer, then who has one; a drill after all who need help. */
export const byNeed = (a: AlertEpisode, b: AlertEpisode): number =>
  Number(a.drill) - Number(b.drill) || waiting[a.handling] - waiting[b.handling] || Date.parse(a.startedAt) - Date.parse(b.startedAt)

type AlertQuery = QueryIn<typeof endpoints.alert.list>
type Answer = AnswerOf<typeof endpoints.alert.list>

/**
 * True where the list holds what is open or still lasts, as `useEpisodes` asks for it: no past, no other page, its own
 * order, and nothing that an episode does not say of itself: its company, or the group it may be handed on to.
 */
const isOfNow = ({ allTime, from, to, offset, sortKey, alertData, companyId, groupId }: AlertQuery) =>
  [allTime, from, to, offset, sortKey, alertData, companyId, groupId].every((part) => part === undefined)

/** Whether a value is among those that a filter names, one or several; without a filter all are. */
const isAmong = (value: string | number | null, named: AlertQuery['kind' | 'handling' | 'userId']) =>
  named === undefined ||
  [named]
    .flat()
    .flatMap((one) => String(one).split(','))
    .includes(String(value))

/** Whether an episode is one of those that a list is about, however far people have got with it. */
const isOfList = (episode: AlertEpisode, { kind, userId, officeId, drill = '0' }: AlertQuery) =>
  (drill === 'all' || episode.drill === drill) &&
  isAmong(episode.kind, kind) &&
  isAmong(episode.userId, userId) &&
  (officeId === undefined || episode.officeId === Number(officeId))

const isInFilter = (episode: AlertEpisode, query: AlertQuery) => isAmong(episode.handling, query.handling) && isOfList(episode, query)

const isNow = ({ handling, endedAt, withdrawn }: AlertEpisode) => (handling !== 'closed' || endedAt === null) && withdrawn === '0'

// The server's order: open emergencies, open reports, then the newest.
const asServed = (a: AlertEpisode, b: AlertEpisode): number =>
  Number(isOpenEmergency(b)) - Number(isOpenEmergency(a)) ||
  Number(isOpenReport(b)) - Number(isOpenReport(a)) ||
  Date.parse(b.startedAt) - Date.parse(a.startedAt) ||
  b.id - a.id

/**
 * Takes changed episodes into the answer of a list. Only a list of now that is on screen as a whole can be patched; what
 * else a change may do to a list (past episodes, filters, order, pages) the server says.
 */
export const patchEpisodes =
  (query: AlertQuery) =>
  (answer: Answer, changes: readonly AlertEpisode[]): Patched<Answer> => {
    const known = new Set(answer.data.map(({ id }) => id))
    // One that no longer fits the filter may have been on another page, and is counted.
    const touching = changes.filter((episode) => known.has(episode.id) || isOfList(episode, query))
    if (touching.length === 0) return { data: answer, refetch: false }
    if (!isOfNow(query) || answer.count > answer.data.length) return { data: answer, refetch: true }
    const changed = new Map(touching.map((episode) => [episode.id, episode]))
    const data = [...answer.data.filter(({ id }) => !changed.has(id)), ...changed.values()]
      .filter((episode) => isNow(episode) && isInFilter(episode, query))
      .toSorted(asServed)
    // One that the page has no room for: which ones it shows, the server says.
    const limit = Number(query.limit ?? Number.POSITIVE_INFINITY)
    return data.length > limit ? { data: answer, refetch: true } : { data: { data, count: data.length }, refetch: false }
  }

/** The episode shown for a person: the emergency before the condition, the open before the answered. */
export const episodeByUser = (episodes: readonly AlertEpisode[]): Map<number, AlertEpisode> => {
  const weakestFirst = episodes
    .filter((episode) => episode.kind === 'condition' || isEmergencyKind(episode.kind))
    .toSorted((a, b) => Number(a.emergency) - Number(b.emergency) || -byNeed(a, b))
  return new Map(weakestFirst.flatMap((episode) => (episode.userId === null ? [] : [[episode.userId, episode] as const])))
}
