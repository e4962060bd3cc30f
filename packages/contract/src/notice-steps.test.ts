import { expect, test } from 'vitest'
import { stepsOf } from './alert-record-steps.ts'
import { foldNotices, repeatWords } from './notice-lines.ts'
import { noticeState, receiverOf, wayOf } from './notice-words.ts'
import { eventOf, noticeOf, recordOf } from './test-record.ts'

type Notice = ReturnType<typeof noticeOf>

const mailOf = (state: NonNullable<Notice['mail']>['state']): Partial<Notice> => ({
  channel: 'mail',
  mail: { state, sentAt: null, refused: [], refusedCount: 0 },
})
const clockOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(11, 16)
const linesOf = (...parts: Parameters<typeof recordOf>) =>
  stepsOf(recordOf(...parts)).map(({ at, title, detail }) => [clockOf(at), title, detail].filter((part) => part !== ''))

const subLeader = { name: '佐藤　一', role: 'GroupSubLeader' } as const
const leader = { name: '岩本　鉄男', role: 'GroupLeader' } as const
const first = { occasion: 'escalated', step: 1 } as const

test.each([
  ['waiting', '副職長 佐藤　一にはまだ届いていません（メール送信待ち）'],
  ['retrying', '副職長 佐藤　一にはまだ届いていません（メール再送中）'],
  ['failed', '副職長 佐藤　一には届いていません（メール）'],
  ['superseded', '副職長 佐藤　一へのメールは不要になり送っていません'],
  ['sent', '副職長 佐藤　一（メール）'],
] as const)('a step that reached nobody names the person its mail (%s) was for once, as notified or as not reached', (state, detail) => {
  const notices = [
    noticeOf('13:34', { ...subLeader, ...first, ...mailOf(state) }),
    noticeOf('13:34', { role: subLeader.role, ...first, channel: 'none' }),
  ]
  expect(linesOf({ told: notices })).toEqual([['13:34', '再通知した（1回目）', detail]])
})

test('a mail that reached nobody does not count as a notice, and beside a push it is not named', () => {
  expect(
    linesOf({
      told: [
        noticeOf('13:31', { ...subLeader, ...mailOf('failed') }),
        noticeOf('13:31', { ...leader, channel: 'push' }),
        noticeOf('13:31', { ...leader, ...mailOf('superseded') }),
        noticeOf('13:31', { addressCount: 2, ...mailOf('waiting') }),
      ],
    }),
  ).toEqual([['13:31', '知らせた', '職長 岩本　鉄男（プッシュ）、登録アドレス 2件（メール）、副職長 佐藤　一には届いていません（メール）']])
})

const escalated = (time: string): Notice[] => [
  noticeOf(time, { ...subLeader, ...first }),
  noticeOf(time, { ...leader, occasion: 'escalated', step: 2 }),
  noticeOf(time, { occasion: 'escalated', addressCount: 1, ...mailOf('sent') }),
]

test('repeated notices to everybody are one line with a count, until something else happens', () => {
  expect(
    linesOf({
      events: [eventOf('13:57', 'noted', { by: '岩本　鉄男', note: '向かっている' })],
      told: [
        noticeOf('13:34', { ...subLeader, ...first }),
        noticeOf('13:36', { ...leader, occasion: 'escalated', step: 2 }),
        ...['13:41', '13:46', '13:51', '14:01'].flatMap(escalated),
      ],
    }),
  ).toEqual([
    ['13:34', '再通知した（1回目）', '副職長 佐藤　一（プッシュ）'],
    ['13:36', '再通知した（2回目）', '職長 岩本　鉄男（プッシュ）'],
    [
      '13:41',
      'もう一度知らせた（3回、最後は13:51）',
      '副職長 佐藤　一（プッシュ）、職長 岩本　鉄男（プッシュ）、登録アドレス 1件（メール）',
    ],
    ['13:57', 'メモ', '向かっている'],
    ['14:01', 'もう一度知らせた', '副職長 佐藤　一（プッシュ）、職長 岩本　鉄男（プッシュ）、登録アドレス 1件（メール）'],
  ])
})

test('notices to one receiver by one way and with one outcome are one line of the list', () => {
  const notices = [
    noticeOf('13:31', { ...leader, ...mailOf('sent') }),
    noticeOf('13:31', { ...leader }),
    noticeOf('13:36', { ...leader, ...mailOf('sent') }),
    noticeOf('13:41', { ...leader, ...mailOf('failed') }),
    noticeOf('13:46', { ...leader, ...mailOf('sent') }),
    { ...noticeOf('00:05', leader), at: '2026-07-22T00:05:00+09:00' },
  ]
  expect(
    foldNotices(notices).map((line) => [line.notice.channel, line.notice.mail?.state, line.notice.at.slice(11, 16), repeatWords(line)]),
  ).toEqual([
    ['mail', 'sent', '13:31', '3回、最後は13:46'],
    ['push', undefined, '13:31', '2回、最後は7月22日（水） 00:05'],
    ['mail', 'failed', '13:41', undefined],
  ])
})

test('that a step reached nobody is a line of the list only where it names nobody', () => {
  const none = { channel: 'none', ...first } as const
  const notices = [
    noticeOf('13:34', { ...subLeader, ...first, ...mailOf('waiting') }),
    noticeOf('13:34', { ...none, role: 'GroupSubLeader' }),
    noticeOf('13:34', { ...none, step: 2, role: 'GroupLeader' }),
  ]
  expect(foldNotices(notices).map(({ notice }) => [notice.channel, notice.role])).toEqual([
    ['mail', 'GroupSubLeader'],
    ['none', 'GroupLeader'],
  ])
})

test.each([
  ['sent', '通知先 安全管理チャネル（Microsoft Teams）', '届きました'],
  ['waiting', '通知先 安全管理チャネル（Microsoft Teams、送信待ち）', '送信待ち'],
  ['failed', '通知先 安全管理チャネル（Microsoft Teams、届いていません）', '届いていません'],
] as const)('a channel outside is named with its service, and as %s', (state, detail, words) => {
  const notices = [noticeOf('13:34', { ...first, channel: 'channel', destination: { name: '安全管理チャネル', type: 'teams', state } })]
  expect(linesOf({ told: notices })).toEqual([['13:34', '再通知した（1回目）', detail]])
  expect(notices.map((notice) => [receiverOf(notice), wayOf(notice), noticeState(notice)])).toEqual([
    ['通知先 安全管理チャネル', 'Microsoft Teams', words],
  ])
})

test('a channel that could not be sent a step is named, also beside another one that was, and one that is deleted', () => {
  const channel = (name: string, state: 'sent' | 'passed' | 'unknown', step: number): Notice =>
    noticeOf('13:34', {
      occasion: 'escalated',
      step,
      channel: state === 'passed' ? 'none' : 'channel',
      destination: { name, type: state === 'sent' ? 'slack' : null, state },
    })
  const notices = [channel('当番室', 'passed', 1), channel('安全管理', 'sent', 2), channel('旧連絡網', 'unknown', 3)]
  expect(linesOf({ told: notices }).map(([, , detail]) => detail)).toEqual([
    '通知先 当番室には送れないため次へ進みました',
    '通知先 安全管理（Slack）',
    '通知先 旧連絡網（通知先の削除後のため不明）',
  ])
  expect(foldNotices(notices).map(({ notice }) => [receiverOf(notice), wayOf(notice), noticeState(notice)])).toEqual([
    ['通知先 当番室', '―', '送れないため次へ進みました'],
    ['通知先 安全管理', 'Slack', '届きました'],
    ['通知先 旧連絡網', '通知先', '通知先の削除後のため不明'],
  ])
})
