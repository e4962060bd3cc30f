import { alertKinds, languages } from '@mimamori/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChannelSubject, channelWords } from './channel-words.ts'

const strain: ChannelSubject = { kind: 'condition', occasion: 'opened', level: 3, cause: 'maximum', minutes: 2 }

test.each<[ChannelSubject, string, string, string]>([
  [strain, '危険', '体の負担が大きい状態が2分続いています', '作業を止め、涼しい場所へ移してください。'],
  [
    { ...strain, occasion: 'raised', level: 2, cause: 'ownPeak', minutes: 0 },
    '警戒に上昇',
    '体の負担が大きい状態です',
    '涼しい場所で休ませ、水分と塩分をとらせてください。',
  ],
  [
    { ...strain, occasion: 'escalated', waitedMinutes: 5.4 },
    '危険・未対応',
    '体の負担が大きい状態が2分続いています',
    '5分たっても、まだ誰も対応していません。作業を止め、涼しい場所へ移してください。',
  ],
  [
    { kind: 'emergency', occasion: 'called', level: null, cause: 'call' },
    '緊急・呼出',
    '呼び出しボタンが押されました',
    'すぐに本人のところへ行き、様子を確かめてください。返事がおかしい、または水を飲めないときは、119番に電話して体を冷やしてください。',
  ],
  [
    { kind: 'siteHeat', occasion: 'opened', level: 2, cause: 'heat', people: 3 },
    '警戒・現場の暑さ',
    '暑さが基準値を超えています（3名）',
    '休憩を増やし、水分と塩分をとらせてください。',
  ],
  [
    { kind: 'belt', occasion: 'opened', level: null, cause: 'belt' },
    '危険・安全帯',
    '高い所でフックが外れています',
    '本人に声をかけ、フックを掛けてもらってください。',
  ],
  [
    { kind: 'silent', occasion: 'opened', level: null, cause: 'silent', minutes: 15 },
    'データ途絶',
    '15分以上、受信がありません',
    '本人の様子を確かめ、機器の電源と着け方を見てください。',
  ],
])('%o reads', (subject, urgency, reason, todo) => {
  expect(channelWords(subject, 'ja')).toEqual({ urgency, reason, todo })
})

const causes = [
  'sustained',
  'sustainedLong',
  'instantaneous',
  'instantaneousLong',
  'maximum',
  'ownPeak',
  'ownMean',
  'shiftMean',
  'ageMean',
  'low',
  'lowMean',
]
const subjects = fc.record<ChannelSubject>({
  kind: fc.constantFrom(...alertKinds),
  occasion: fc.constantFrom('opened', 'raised', 'called', 'escalated', 'late'),
  level: fc.constantFrom(null, 0, 1, 2, 3),
  cause: fc.oneof(fc.constantFrom(...causes, 'heat', 'call', 'silent', 'accumulated', 'clock', 'battery', 'alarm', 'novel'), fc.string()),
  minutes: fc.constantFrom(undefined, 0, 7),
  waitedMinutes: fc.constantFrom(undefined, 0, 5),
})

test('all that can happen has words in every language, without a figure but minutes and the number to call, and without the pulse', () => {
  fc.assert(
    fc.property(subjects, fc.constantFrom(...languages), (subject, language) => {
      const { urgency, reason, todo } = channelWords(subject, language)
      for (const text of [urgency, reason, todo]) {
        expect(text).not.toMatch(/^\s*$|channel\.|condition\.|\{\{/)
        expect(text.replaceAll(/119|\b[57]\b|[57](?=\D|$)/g, '')).not.toMatch(/\d/)
      }
      if (causes.includes(subject.cause)) expect(reason).not.toMatch(/心拍|heart|pulse|nhịp|心率|detak|tibok|နှလုံး|धड्कन/i)
    }),
  )
})
