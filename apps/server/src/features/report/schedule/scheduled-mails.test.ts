import { expect, test } from 'vitest'
import type { SafetyFigures } from '../summary/figures.ts'
import { periodOf } from './period.ts'
import { scheduledMails } from './scheduled-mails.ts'

const figures: SafetyFigures = {
  people: 34,
  totals: { emergency: 1, level3: 2, level2: 0, level1: 12 },
  heat: {
    highest: { wbgt: 32.04, at: '2026-07-19T14:10:00+09:00', place: '屋上', source: 'measured' },
    heatMinutes: 4_330,
    longStretches: 21,
    longDays: 9,
  },
  kinds: [
    { kind: 'condition', count: 14 },
    { kind: 'belt', count: 3 },
    { kind: 'battery', count: 0 },
  ],
  response: { asked: 3, answered: 2, unanswered: 1, medianSeconds: 95, within: [], over30: 1 },
  outcomes: [
    { outcome: 'rested', count: 2 },
    { outcome: 'medical', count: 0 },
  ],
  exposure: { minutes: 60, longDays: 0 },
}
const at = new Date('2026-08-01T07:00:00+09:00')
const site = { companyId: 1, officeId: 7, officeName: '豊洲現場' }
const toGate = [{ address: 'gate@example.com', inside: false }]
const publicUrl = 'https://mimamori.example.jp'

const mailOf = (kind: 'daily' | 'monthly', figuresOf = figures) =>
  scheduledMails({ ...site, kind, addresses: toGate }, periodOf({ kind, turn: '2026-08-01' }), figuresOf, { at, publicUrl })[0]

test('a month says what it came to, in words', () => {
  const mail = mailOf('monthly')
  expect(mail).toMatchObject({ at, companyId: 1, officeId: 7, subject: '【熱中症対策】豊洲現場 2026年7月のまとめ' })
  expect(mail?.body.split('\n').slice(2, 10)).toEqual([
    'アラート：緊急 1件、危険 2件、注意 12件',
    'そのほかのお知らせ：安全帯 3件',
    '応答：3件のうち2件に応答、応答までの中央値 1分35秒、30分を超えたもの 1件',
    '対応の結果：休憩して復帰 2件',
    '最も高いWBGT：32.0℃（7/19 14:10、屋上）',
    'WBGT 28℃以上または気温31℃以上：72時間10分（1時間以上続いた回数 21回、4時間を超えた日 9日）',
    '測定した人：34人',
    '暑い中にいた時間（全員の合計）：1時間',
  ])
})

test('an alarm of a device is counted once, among the emergencies', () => {
  const alarms = (['fall', 'noMotion', 'deviceHeat', 'help'] as const).map((kind) => ({ kind, count: 1 }))
  const totals = { ...figures.totals, emergency: 4 }
  expect(
    mailOf('daily', { ...figures, totals, kinds: [...figures.kinds, ...alarms] })
      ?.body.split('\n')
      .slice(2, 4),
  ).toEqual(['アラート：緊急 4件、危険 2件、注意 12件', 'そのほかのお知らせ：安全帯 3件'])
})

test('a day counts no days, and nothing measured is not called nothing hot', () => {
  expect(mailOf('daily')).toMatchObject({ subject: '【熱中症対策】豊洲現場 2026年7月31日（金）のまとめ' })
  expect(mailOf('daily')?.body).toContain('72時間10分（1時間以上続いた回数 21回）')
  const cool = { ...figures.heat, heatMinutes: 0 }
  expect(mailOf('daily', { ...figures, heat: cool })?.body).toContain('31℃以上：なし')
  expect(mailOf('daily', { ...figures, heat: { ...cool, highest: null } })?.body).toContain('31℃以上：値なし')
})

test('of fewer than five people outside addresses learn the heat of the site alone', () => {
  const bodies = (people: number) => {
    const addresses = [...toGate, { address: 'base@example.com', inside: true }]
    const period = periodOf({ kind: 'daily', turn: '2026-08-01' })
    const mails = scheduledMails({ ...site, kind: 'daily', addresses }, period, { ...figures, people }, { at, publicUrl })
    return mails.map(({ body }) => body.split('\n').filter((line) => line.includes('：')))
  }
  const [inside, outside] = bodies(4)
  expect(inside).toContain('暑い中にいた時間（全員の合計）：1時間')
  expect(inside).toContain('アラート：緊急 1件、危険 2件、注意 12件')
  expect(outside).toEqual([
    '最も高いWBGT：32.0℃（7/19 14:10、屋上）',
    'WBGT 28℃以上または気温31℃以上：72時間10分（1時間以上続いた回数 21回）',
    '作業者：測定した人が5人より少ないため、個人のことが分からないよう、人数とアラートは載せていません。',
  ])
  expect(bodies(5)[1]).toContain('暑い中にいた時間（全員の合計）：1時間')
})

test('no link leads out of the product where it does not know its own address', () => {
  const inside = [{ address: 'base@example.com', inside: true }]
  const period = periodOf({ kind: 'monthly', turn: '2026-08-01' })
  const [mail] = scheduledMails({ ...site, kind: 'monthly', addresses: inside }, period, figures, { at, publicUrl: undefined })
  expect(mail?.body).not.toContain('http')
})
