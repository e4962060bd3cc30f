import { expect, test } from 'vitest'
import { stepsOf } from './alert-record-steps.ts'
import { eventOf, noticeOf, recordOf } from './test-record.ts'

const clockOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(11, 16)

const linesOf = (...parts: Parameters<typeof recordOf>) =>
  stepsOf(recordOf(...parts)).map(({ at, title, detail, by }) =>
    [clockOf(at), title, detail, by].filter((part) => part !== null && part !== ''),
  )

test('the steps list in order what happened, who was notified and what people did', () => {
  const leader = { name: '岩本　鉄男', role: 'GroupLeader' } as const
  expect(
    linesOf({
      episode: { outcome: 'medical', endedAt: '2026-07-21T14:00:00+09:00', ending: 'closed' },
      events: [
        eventOf('13:31', 'opened', { level: 3, reason: '危険の累計が15分に到達', heartRate: 166, excess: 3.2, wbgtValue: 31.2 }),
        eventOf('13:34', 'acknowledged', { by: '岩本　鉄男' }),
        eventOf('13:40', 'noted', { by: '岩本　鉄男', note: '首とわきを冷やした' }),
        eventOf('14:00', 'closed', { by: '山岸　恵子', note: '病院へ搬送' }),
      ],
      told: [
        noticeOf('13:31', { ...leader, channel: 'push' }),
        noticeOf('13:31', { ...leader, channel: 'mail' }),
        noticeOf('13:31', { channel: 'mail', addressCount: 2 }),
        noticeOf('13:33', { channel: 'none', occasion: 'escalated', step: 1, role: 'GroupSubLeader' }),
      ],
    }),
  ).toEqual([
    ['13:31', '緊急のアラートが始まった', '危険の累計が15分に到達・心拍 166 bpm・WBGT 31.2 ℃・超過 +3.2 ℃'],
    ['13:31', '知らせた', '職長 岩本　鉄男（プッシュ・メール）、登録アドレス 2件（メール）'],
    ['13:33', '再通知した（1回目）', '副職長には届く相手がいません'],
    ['13:34', '確認した', '発生から3分', '岩本　鉄男'],
    ['13:40', 'メモ', '首とわきを冷やした', '岩本　鉄男'],
    ['14:00', '対応を終えた', '結果 医療機関へ・病院へ搬送', '山岸　恵子'],
  ])
})

test('each line carries the reason and the values of its moment, whatever the alert says now', () => {
  expect(
    linesOf({
      episode: { kind: 'condition', emergency: '0', reason: '継続心拍122を1超過・40分', heartRate: 123, ending: 'recovered' },
      events: [
        eventOf('13:31', 'opened', { level: 1, reason: '継続心拍122を5超過・5分', heartRate: 127 }),
        eventOf('13:35', 'raised', { level: 3, reason: '最大心拍162を4超過・1分', heartRate: 166 }),
        eventOf('13:45', 'lowered', { level: 1, reason: '継続心拍122を1超過・40分', heartRate: 123 }),
        eventOf('13:50', 'ended'),
      ],
    }),
  ).toEqual([
    ['13:31', '体調のアラートが始まった', '注意・継続心拍122を5超過・5分・心拍 127 bpm'],
    ['13:35', '危険に上がった', '最大心拍162を4超過・1分・心拍 166 bpm'],
    ['13:45', '注意に下がった', '継続心拍122を1超過・40分・心拍 123 bpm'],
    ['13:50', '状態が終わった', '回復'],
  ])
})

test('lines from before values were kept say the level alone, and nothing of what the alert says now', () => {
  const lines = linesOf({
    episode: { kind: 'condition', emergency: '0' },
    events: [eventOf('13:31', 'opened', { level: 1 }), eventOf('13:35', 'raised', { level: 3 })],
  })
  expect(lines).toEqual([
    ['13:31', '体調のアラートが始まった', '注意'],
    ['13:35', '危険に上がった'],
  ])
})

test('a call, a correction and a withdrawal are said as what they are', () => {
  const press = { level: 3, reason: '呼び出しボタンが押されました', isCall: true }
  expect(
    linesOf({
      episode: { calledAt: '2026-07-21T13:36:00+09:00' },
      events: [
        eventOf('13:31', 'opened', press),
        eventOf('13:36', 'raised', press),
        eventOf('13:40', 'corrected', { note: '訂正前 13:32〜13:39' }),
        eventOf('13:41', 'withdrawn', { note: '訂正前 13:31〜' }),
      ],
    }),
  ).toEqual([
    ['13:31', '呼び出しボタンが押された', '呼び出しボタンが押されました'],
    ['13:36', '呼び出しボタンがもう一度押された', '呼び出しボタンが押されました'],
    ['13:40', 'あとから届いた測定値で訂正した', '訂正前 13:32〜13:39'],
    ['13:41', '取り下げた', '訂正前 13:31〜'],
  ])
})
