import { expect, test } from 'vitest'
import {
  aftermathFacts,
  highestHeartRate,
  lengthInWords,
  periodInWords,
  recordHints,
  sourceFacts,
  unansweredInWords,
  windowInWords,
} from './alert-record-facts.ts'
import { eventOf, minuteOf, recordOf } from './test-record.ts'

test('a period has its year, and the day of its end where that is another', () => {
  const { episode } = recordOf({})
  expect(periodInWords(episode)).toBe('2026年7月21日（火） 13:31–')
  expect(periodInWords({ ...episode, endedAt: '2026-07-21T13:59:00+09:00' })).toBe('2026年7月21日（火） 13:31–13:59')
  expect(periodInWords({ ...episode, endedAt: '2026-07-22T00:10:00+09:00' })).toBe('2026年7月21日（火） 13:31–7月22日（水） 00:10')
  expect(lengthInWords(episode)).toBe('続いています')
  expect(lengthInWords({ ...episode, endedAt: '2026-07-21T14:41:00+09:00', ending: 'recovered' })).toBe('1時間10分・回復')
})

test('the highest heart rate is one of the episode itself', () => {
  const readings = [minuteOf('13:20', { heartRate: 190 }), minuteOf('13:31', { heartRate: 150 }), minuteOf('13:45', { heartRate: 180 })]
  expect(highestHeartRate(recordOf({ readings }))).toBe(180)
  expect(
    highestHeartRate(recordOf({ readings, episode: { startedAt: '2026-07-21T13:31:40+09:00', endedAt: '2026-07-21T13:40:00+09:00' } })),
  ).toBe(150)
  expect(highestHeartRate(recordOf({ readings: [minuteOf('13:35')] }))).toBeUndefined()
})

test('nobody has answered until a person did', () => {
  expect(unansweredInWords(recordOf({ events: [eventOf('13:31', 'opened'), eventOf('13:33', 'noted')] }))).toBe('―')
  expect(unansweredInWords(recordOf({ events: [eventOf('13:31', 'opened'), eventOf('13:36', 'responding')] }))).toBe('5分')
})

test('what the chart covers says the day on which it ends', () => {
  expect(windowInWords(recordOf({}))).toBe('13:01から14:10の測定値。番号は下の手順')
  const window = { from: '2026-07-21T23:30:00+09:00', to: '2026-07-22T01:00:00+09:00' }
  expect(windowInWords(recordOf({ window }))).toBe('23:30から7月22日（水） 01:00の測定値。番号は下の手順')
})

test('a drill, and names that are withheld, are said first', () => {
  expect(recordHints(recordOf({}))).toEqual([])
  expect(recordHints(recordOf({ episode: { drill: '1', baseName: null } }))).toEqual([
    '訓練の記録です。実際の緊急ではありません。',
    '以前の拠点のアラートのため、その拠点の名前や言葉は表示しません。',
  ])
})

test('what it was measured with names what is known', () => {
  const source = {
    device: { kind: 'vital', serialNumber: 'VT-1', locationName: null },
    gateway: { serialNumber: 'GW-1', locationName: 'A工区' },
    battery: 4,
    wbgtSource: 'public',
    receivedAt: '2026-07-21T13:51:00+09:00',
  } as const
  expect(sourceFacts(recordOf({ source, ageAssumed: true }), ['時計の進み 11分を補正'])).toEqual([
    ['体調デバイス', 'VT-1'],
    ['親機・子機', 'GW-1（A工区）'],
    ['電池', '4／5'],
    ['WBGT', '環境省の公表値'],
    ['時刻', '時計の進み 11分を補正'],
    ['受信', '7月21日（火） 13:51 に受信（測定から20分後）'],
    ['心拍の上限', '生年月日の登録がないため、60歳として計算'],
  ])
  expect(sourceFacts(recordOf({ source: { ...source, wbgtSource: 'estimated' } }), [])).toContainEqual(['WBGT', '現場の測定からの推定'])
  expect(sourceFacts(recordOf({}), [])).toEqual([])
})

test('what is not on record after a danger is not called final, since the hours may still run', () => {
  const aftermath = {
    since: '2026-07-21T13:31:00+09:00',
    restedAt: null,
    restEndedAt: null,
    isRestEndKnown: true,
    source: null,
    recoveredAt: null,
    hasHeart: true,
  }
  const until = '4時間後までの記録を見ています'
  expect(aftermathFacts({ ...recordOf({}), aftermath })).toEqual([
    ['30分以内の休憩', '記録なし', until],
    ['心拍が下がった', '記録なし', until],
  ])
  const [, heart] = aftermathFacts({ ...recordOf({}), aftermath: { ...aftermath, hasHeart: false } })
  expect(heart).toEqual(['心拍が下がった', '―', '比べられる心拍の記録なし'])
})
