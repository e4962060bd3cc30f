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
 * True where the list holds what is open or still lasts, as `useEpisodes` asks for it: no past, the first page, its own
 * order, and nothing that an episode does not say of itself: its company, or the group it may be handed on to.
 */
const isOfNow = ({ allTime, from, to, offset = 0, sortKey, alertData, companyId, groupId }: AlertQuery) =>
  Number(offset) === 0 && [allTime, from, to, sortKey, alertData, companyId, groupId].every((part) => part === undefined)

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
 * Takes changed episodes into the answer of a list of now. Of one that has further pages the first shows them at once, and the server
 * is asked, too: which ones it has, and how many there are. What a change may do to another list (past episodes, filters, order,
 * later pages) only the server says.
 */
export const patchEpisodes =
  (query: AlertQuery) =>
  (answer: Answer, changes: readonly AlertEpisode[]): Patched<Answer> => {
    const known = new Set(answer.data.map(({ id }) => id))
    // One that no longer fits the filter may have been on another page, and is counted.
    const touching = changes.filter((episode) => known.has(episode.id) || isOfList(episode, query))
    if (touching.length === 0) return { data: answer, refetch: false }
    if (!isOfNow(query)) return { data: answer, refetch: true }
    const changed = new Map(touching.map((episode) => [episode.id, episode]))
    const last = answer.data.at(-1)
    const isWhole = answer.count <= answer.data.length
    const isOfPage = (episode: AlertEpisode) => isWhole || last === undefined || known.has(episode.id) || asServed(episode, last) < 0
    const data = [...answer.data.filter(({ id }) => !changed.has(id)), ...changed.values()]
      .filter((episode) => isNow(episode) && isInFilter(episode, query) && isOfPage(episode))
      .toSorted(asServed)
    const count = answer.count - answer.data.length + data.length
    return { data: { data: data.slice(0, Number(query.limit ?? Number.POSITIVE_INFINITY)), count }, refetch: !isWhole }
  }

/** The episode shown for a person: the emergency before the condition, the open before the answered. */
export const episodeByUser = (episodes: readonly AlertEpisode[]): Map<number, AlertEpisode> => {
  const weakestFirst = episodes
    .filter((episode) => episode.kind === 'condition' || isEmergencyKind(episode.kind))
    .toSorted((a, b) => Number(a.emergency) - Number(b.emergency) || -byNeed(a, b))
  return new Map(weakestFirst.flatMap((episode) => (episode.userId === null ? [] : [[episode.userId, episode] as const])))
}
