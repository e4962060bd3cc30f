import { expect, test } from 'vitest'
import { planNotices, type Waiting } from './digest.ts'

const now = new Date('2026-07-20T13:00:00+09:00')
const quiet = { singles: 0, digestAt: null }

const waitingOf = (n: number, over: Partial<Waiting['payload']> = {}, alertId: number | null = n): Waiting => ({
  push_id: n,
  alert_id: alertId,
  created_at: now,
  attempts: 0,
  traceparent: null,
  payload: {
    title: `警戒 ${n}`,
    body: '',
    url: `/home?alert=${n}`,
    tag: `alert-${n}`,
    level: 2,
    emergency: false,
    drill: false,
    at: now.toISOString(),
    ...over,
  },
})
const many = (count: number, over: Partial<Waiting['payload']> = {}) => Array.from({ length: count }, (_, n) => waitingOf(n + 1, over))
const titles = ({ deliveries }: ReturnType<typeof planNotices>) => deliveries.map(({ notice }) => notice.title)

test('of one alert the last notice says it all', () => {
  const plan = planNotices([waitingOf(1, { tag: 'a' }), waitingOf(2), waitingOf(3, { tag: 'a' })], quiet, now)
  expect(titles(plan)).toEqual(['警戒 2', '警戒 3'])
  expect(plan.replaced.map(({ push_id }) => push_id)).toEqual([1])
})

test('the worst go out singly, and drills are never counted with real alerts', () => {
  const plan = planNotices(
    [...many(8), waitingOf(9, { level: 3 }), waitingOf(10, { drill: true }), waitingOf(11, { drill: true })],
    quiet,
    now,
  )
  expect(titles(plan)).toEqual([
    '警戒 9',
    '警戒 1',
    '警戒 2',
    '警戒 3',
    '警戒 4',
    'アラート4件　最も重いものは警戒　13:00',
    '訓練　アラート2件　最も重いものは警戒　13:00',
  ])
})

test('what is left alone for a digest goes out as it is, and counts as one', () => {
  const { deliveries } = planNotices(many(6), quiet, now)
  expect(deliveries[5]).toMatchObject({ isDigest: true, notice: { title: '警戒 6', url: '/home?alert=6' } })
})

test('within a minute of a digest only emergencies and what was asked for go out', () => {
  const digestAt = new Date(now.getTime() - 59_000)
  const plan = planNotices([waitingOf(1), waitingOf(2, { emergency: true }), waitingOf(3, {}, null)], { singles: 0, digestAt }, now)
  expect(titles(plan)).toEqual(['警戒 2', '警戒 3'])
  expect(plan).toMatchObject({ held: [{ push_id: 1 }], heldUntil: new Date(now.getTime() + 1_000) })
})
