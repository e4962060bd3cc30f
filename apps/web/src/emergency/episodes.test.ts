import type { AlertEpisode } from '@mimamori/contract/alert'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { byNeed, episodeByUser, isOpenEmergency, patchEpisodes } from './episodes.ts'

const ids = (episodes: readonly AlertEpisode[]) => episodes.map((episode) => episode.id)

test('the alert that waits longest without an answer comes first', () => {
  const episodes = [
    episodeOf(1, { handling: 'responding', startedAt: '2026-07-21T13:00:00+09:00' }),
    episodeOf(2, { startedAt: '2026-07-21T13:35:00+09:00' }),
    episodeOf(3),
    episodeOf(4, { handling: 'acknowledged' }),
  ]
  expect(ids(episodes.toSorted(byNeed))).toEqual([3, 2, 4, 1])
})

type Query = Parameters<typeof patchEpisodes>[0]

const answerOf = (data: readonly AlertEpisode[], count = data.length) => ({ data: [...data], count })

test('a change replaces, a new one is added, a closed one that has ended leaves', () => {
  const ended = { handling: 'closed', endedAt: '2026-07-21T13:50:00+09:00' } as const
  const changes = [episodeOf(1, ended), episodeOf(3), episodeOf(2, { handling: 'acknowledged' })]
  const { data, refetch } = patchEpisodes({})(answerOf([episodeOf(1), episodeOf(2)]), changes)
  expect(data).toEqual(answerOf([episodeOf(3), episodeOf(2, { handling: 'acknowledged' })]))
  expect(refetch).toBe(false)
})

test.each<[string, Query]>([
  ['past episodes', { allTime: true }],
  ['a span of days', { from: '2026-07-20' }],
  ['a later page', { offset: '20', limit: '20' }],
  ['an order of its own', { sortKey: 'reason' }],
  ['one company', { companyId: '3' }],
  ['one group, which an episode may come to or leave', { groupId: '3' }],
])('a list with %s is left as it is and read again', (_, query) => {
  const answer = answerOf([episodeOf(1), episodeOf(2, { handling: 'closed', endedAt: '2026-07-20T13:50:00+09:00' })], 300)
  for (const change of [episodeOf(1, { handling: 'closed' }), episodeOf(9)]) {
    const patched = patchEpisodes(query)(answer, [change])
    expect(patched.data).toBe(answer)
    expect(patched.refetch).toBe(true)
  }
})

test('a first page that does not hold all shows at once what belongs on it, and is read again', () => {
  const answer = answerOf([episodeOf(3), episodeOf(2)], 3)
  const query = { offset: '0', limit: '2' }
  expect(patchEpisodes(query)(answer, [episodeOf(4)])).toEqual({ data: answerOf([episodeOf(4), episodeOf(3)], 4), refetch: true })
  const seen = episodeOf(2, { handling: 'acknowledged' })
  expect(patchEpisodes(query)(answer, [seen])).toEqual({ data: answerOf([episodeOf(3), seen], 3), refetch: true })
  const ended = episodeOf(2, { handling: 'closed', endedAt: '2026-07-21T13:50:00+09:00' })
  expect(patchEpisodes(query)(answer, [ended])).toEqual({ data: answerOf([episodeOf(3)], 2), refetch: true })
  // Whether it was counted on a later page only the server knows.
  expect(patchEpisodes(query)(answer, [episodeOf(1)])).toEqual({ data: answer, refetch: true })
})

test('a page that held all and is full now counts those that it has no room for', () => {
  const full = answerOf([episodeOf(2), episodeOf(1)])
  expect(patchEpisodes({ offset: 0, limit: '2' })(full, [episodeOf(3)])).toEqual({
    data: answerOf([episodeOf(3), episodeOf(2)], 3),
    refetch: false,
  })
})

test('one that leaves a filter by how far people have got is counted, whatever page it was on', () => {
  const answer = answerOf([episodeOf(1)], 3)
  const seen = episodeOf(2, { handling: 'acknowledged' })
  expect(patchEpisodes({ handling: 'open', offset: '0', limit: '1' })(answer, [seen])).toEqual({ data: answer, refetch: true })
})

test('what is none of a list’s does nothing, whatever it shows', () => {
  const answer = answerOf([episodeOf(1)])
  const strangers = [episodeOf(9, { officeId: 2 }), episodeOf(8, { kind: 'silent' })]
  for (const query of [
    { kind: 'emergency', officeId: '1' },
    { kind: 'emergency', officeId: '1', allTime: true },
  ] as const)
    expect(patchEpisodes(query)(answer, strangers)).toEqual({ data: answer, refetch: false })
})

// An episode keeps its kind and its office: who goes to another office has another episode there.
const kindsById = ['condition', 'emergency', 'silent'] as const
const someEpisode = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  startedAt: fc.integer({ min: 0, max: 59 }).map((minute) => `2026-07-21T13:${String(minute).padStart(2, '0')}:00+09:00`),
  endedAt: fc.constantFrom(null, '2026-07-21T14:00:00+09:00'),
  handling: fc.constantFrom('open', 'acknowledged', 'responding', 'closed'),
  withdrawn: fc.constantFrom('0', '1'),
  drill: fc.constantFrom('0', '1'),
} as const)
const byId = (episodes: readonly AlertEpisode[]) => new Map(episodes.map((episode) => [episode.id, episode]))

/** What the server answers: the filter, its order, the page. */
const served = (all: ReadonlyMap<number, AlertEpisode>, { kind, handling, userId, officeId, limit, drill }: Query) => {
  const matches = [...all.values()]
    .filter((one) => (one.handling !== 'closed' || one.endedAt === null) && one.withdrawn === '0')
    .filter((one) => kind === undefined || String(kind).split(',').includes(one.kind))
    .filter((one) => handling === undefined || String(handling).split(',').includes(one.handling))
    .filter((one) => userId === undefined || one.userId === Number(userId))
    .filter((one) => officeId === undefined || one.officeId === Number(officeId))
    .filter((one) => drill === 'all' || one.drill === '0')
    .toSorted(
      (a, b) => Number(isOpenEmergency(b)) - Number(isOpenEmergency(a)) || Date.parse(b.startedAt) - Date.parse(a.startedAt) || b.id - a.id,
    )
  return { data: matches.slice(0, Number(limit)), count: matches.length }
}

test('a patched list is the one the server would answer, or asks for it', () => {
  const episodes = fc
    .array(someEpisode, { maxLength: 12 })
    .map((some) =>
      some.map(({ id, ...rest }) =>
        episodeOf(id, { emergency: '0', kind: kindsById[id % 3] ?? 'silent', officeId: 1 + (id % 2), ...rest }),
      ),
    )
  const queries = fc.record({
    kind: fc.constantFrom(undefined, 'emergency', 'emergency,silent'),
    handling: fc.constantFrom(undefined, 'open', 'open,acknowledged'),
    userId: fc.constantFrom(undefined, '4'),
    officeId: fc.constantFrom(undefined, '1'),
    drill: fc.constantFrom(undefined, 'all' as const),
    limit: fc.constantFrom('3', '500'),
    offset: fc.constantFrom(undefined, '0'),
  })
  fc.assert(
    fc.property(episodes, episodes, queries, (before, changes, query) => {
      const was = byId(before)
      const { data, refetch } = patchEpisodes(query)(served(was, query), [...byId(changes).values()])
      if (!refetch) expect(data).toEqual(served(new Map([...was, ...byId(changes)]), query))
    }),
  )
})

test('an emergency stays open after its condition ended, until a person closes it', () => {
  expect(isOpenEmergency(episodeOf(1, { endedAt: '2026-07-21T13:50:00+09:00' }))).toBe(true)
  expect(isOpenEmergency(episodeOf(1, { handling: 'closed' }))).toBe(false)
  expect(isOpenEmergency(episodeOf(1, { kind: 'condition', emergency: '0' }))).toBe(false)
})

test('a person’s emergency comes before their condition; devices belong to nobody', () => {
  const condition = episodeOf(1, { userId: 7, kind: 'condition', emergency: '0' })
  const emergency = episodeOf(2, { userId: 7, handling: 'responding' })
  const silent = episodeOf(3, { userId: 8, kind: 'silent', emergency: '0' })
  const byUser = episodeByUser([emergency, condition, silent])
  expect(byUser.get(7)?.id).toBe(2)
  expect(byUser.has(8)).toBe(false)
})
