import type { AlertEpisode } from '@mimamori/contract/alert'

/** True for an emergency that people still have to see to. Only a person closes one. */
export const isOpenEmergency = (episode: AlertEpisode): boolean => episode.emergency === '1' && episode.handling !== 'closed'

const waiting: Record<AlertEpisode['handling'], number> = { open: 0, acknowledged: 1, responding: 2, closed: 3 }

/** The most urgent first: who has waited longest without an answer, then who has one. */
export const byNeed = (a: AlertEpisode, b: AlertEpisode): number =>
  waiting[a.handling] - waiting[b.handling] || Date.parse(a.startedAt) - Date.parse(b.startedAt)

/** Takes changed episodes into a list: known ones are replaced, new ones added, closed ones dropped. */
export const patchEpisodes = (episodes: readonly AlertEpisode[], changes: readonly AlertEpisode[]): AlertEpisode[] => {
  const changed = new Map(changes.map((episode) => [episode.id, episode]))
  return [...episodes.filter((episode) => !changed.has(episode.id)), ...changed.values()].filter((episode) => episode.handling !== 'closed')
}

/** The episode that stands for a person: the emergency before the condition, the open before the answered. */
export const episodeByUser = (episodes: readonly AlertEpisode[]): Map<number, AlertEpisode> => {
  const weakestFirst = episodes
    .filter((episode) => episode.kind === 'condition' || episode.kind === 'emergency')
    .toSorted((a, b) => Number(a.emergency) - Number(b.emergency) || -byNeed(a, b))
  return new Map(weakestFirst.flatMap((episode) => (episode.userId === null ? [] : [[episode.userId, episode] as const])))
}
