import type { AlertEpisode } from '@mimamori/contract/alert'
import { expect, test } from 'vitest'
import { byNeed, episodeByUser, isOpenEmergency, patchEpisodes } from './episodes.ts'

const episodeOf = (id: number, over: Partial<AlertEpisode> = {}): AlertEpisode => ({
  id,
  kind: 'emergency',
  userId: id,
  officeId: 1,
  fullName: '佐々木　隆',
  age: 58,
  companyName: '明和川建設株式会社',
  baseName: '東雲',
  groupName: '足場班',
  alertLevel: 3,
  emergency: '1',
  reason: '危険の累計が15分に到達',
  heartRate: 166,
  excess: 3.2,
  wbgtValue: 31.2,
  wbgtMeasurementPoint: null,
  locationName: null,
  startedAt: '2026-07-21T13:31:00+09:00',
  endedAt: null,
  handling: 'open',
  handledBy: null,
  handledAt: null,
  outcome: null,
  note: null,
  mails: 0,
  leaderName: null,
  leaderContact: null,
  ...over,
})
const ids = (episodes: readonly AlertEpisode[]) => episodes.map((episode) => episode.id)

test('who waits longest without an answer comes first', () => {
  const episodes = [
    episodeOf(1, { handling: 'responding', startedAt: '2026-07-21T13:00:00+09:00' }),
    episodeOf(2, { startedAt: '2026-07-21T13:35:00+09:00' }),
    episodeOf(3),
    episodeOf(4, { handling: 'acknowledged' }),
  ]
  expect(ids(episodes.toSorted(byNeed))).toEqual([3, 2, 4, 1])
})

test('a change replaces, a new one is added, a closed one leaves', () => {
  const episodes = [episodeOf(1), episodeOf(2)]
  const patched = patchEpisodes(episodes, [episodeOf(1, { handling: 'closed' }), episodeOf(3), episodeOf(2, { handling: 'acknowledged' })])
  expect(patched.map((episode) => [episode.id, episode.handling])).toEqual([
    [3, 'open'],
    [2, 'acknowledged'],
  ])
})

test('an emergency stays open after its condition ended, until a person closes it', () => {
  expect(isOpenEmergency(episodeOf(1, { endedAt: '2026-07-21T13:50:00+09:00' }))).toBe(true)
  expect(isOpenEmergency(episodeOf(1, { handling: 'closed' }))).toBe(false)
  expect(isOpenEmergency(episodeOf(1, { kind: 'condition', emergency: '0' }))).toBe(false)
})

test('a person’s emergency stands before their condition; devices stand for nobody', () => {
  const condition = episodeOf(1, { userId: 7, kind: 'condition', emergency: '0' })
  const emergency = episodeOf(2, { userId: 7, handling: 'responding' })
  const silent = episodeOf(3, { userId: 8, kind: 'silent', emergency: '0' })
  const byUser = episodeByUser([emergency, condition, silent])
  expect(byUser.get(7)?.id).toBe(2)
  expect(byUser.has(8)).toBe(false)
})
