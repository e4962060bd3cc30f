import { expect, test } from 'vitest'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'
import { planPaperSource, type PlanSheet } from './plan-sheet.ts'
import { testPlan, testSheet } from './test-plan.ts'

const read = async (values: Partial<PlanSheet> = {}) => {
  const { pages, text, sizes, title } = await readPdf(await drawPdf(planPaperSource, testSheet(values)))
  return { pages: pages.map((page) => page.replaceAll(/\s/g, '')), flat: text.replaceAll(/\s/g, ''), sizes, title }
}

const noAlert = { day: '2026-07-22', level: null, area: null, announcedAt: null, isConfirmed: true }
const without = (date: string | null) =>
  testPlan({ basis: date === null ? 'none' : 'measured', why: 'offSeason', measuredOf: date, issuedAt: null, publicAlert: noAlert })

test('a usual day is one sheet with the announcement, the heat, the rests, the people and room to sign', async () => {
  const { pages, flat, sizes, title } = await read()
  expect([pages.length, sizes[0], title]).toEqual([1, [595, 842], '7月22日（水）の暑さと休憩 東雲三丁目 物流施設新築工事'])
  const said = [
    '熱中症警戒アラート発表中',
    '東京都環境省・気象庁21日17:00発表',
    '現場の最高31.2℃28以上9時間',
    '10:00ごろに続けて1時間を超える見込み',
    'この現場の差+0.4℃',
    '予測のはずれ：平均直近7日±0.6℃、直近30日±0.5℃',
    '慣れていない2人',
    '中止',
    '長谷川型枠班380分まで',
    '反応がおかしい、飲めない、回復しないときは119番',
    '搬送先臨海総合病院03-5555-0119',
    '手順の周知がまだの人2人',
    '岡田（足場班）、サントス',
    '7月21日（火）のアラート',
    '危険1件、警戒2件、注意5件',
    '職長の確認',
    '2026年7月22日5:30の予測',
    '印刷7/226:42山岸恵子',
    '1/1',
  ]
  for (const words of said) expect(flat).toContain(words)
})

test('many groups and people continue on sheets with the same head, and with the hours over the rests', async () => {
  const groups = Array.from({ length: 30 }, (_, index) => testPlan().groups.map((group) => ({ ...group, groupName: `${index}班` }))[0])
  const people = Array.from({ length: 60 }, (_, index) => ({ name: `作業者${index}`, groupName: '班', minutes: 190 }))
  const { pages, flat } = await read({ plan: testPlan({ groups: groups.filter((group) => group !== undefined) }), people })
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page).toContain('7月22日（水）の暑さと休憩')
  for (const page of pages.filter((one) => /班東側外部足場/.test(one))) expect(page).toContain('班・場所基準値7時8時')
  for (const { name } of people) expect(flat).toContain(name)
})

test('that nothing was announced is said where it is known', async () => {
  expect((await read({ plan: testPlan({ publicAlert: noAlert }) })).flat).toContain('熱中症警戒アラートの発表はありません')
  const { flat } = await read({ plan: testPlan({ publicAlert: { ...noAlert, isConfirmed: false } }) })
  expect(flat).toContain('熱中症警戒アラートの発表を確かめられていません')
  expect(flat).not.toContain('発表はありません')
})

test('an announcement for the second day of a night has its date', async () => {
  const publicAlert = { ...testPlan().publicAlert, day: '2026-07-23' }
  expect((await read({ plan: testPlan({ publicAlert }) })).flat).toContain('7月23日の熱中症警戒アラート発表中')
})

test('out of season it says so, and does not show blanks that would read as no rest', async () => {
  const plan = { ...without(null), peak: null, hours: testPlan().hours.map((hour) => ({ ...hour, site: null, forecast: null })) }
  const { flat } = await read({ plan })
  expect(flat).toContain('予測はありません')
  expect(flat).toContain('環境省の公表は、おもに4月下旬から10月下旬までです。')
  expect(flat).toContain('休憩の表はありません')
  expect(flat).not.toContain('の予測見守り')
  expect(flat).not.toContain('空欄は基準値以下')
})

test('a day that was measured is never called a forecast', async () => {
  const { flat } = await read({ plan: without('2025-07-22') })
  expect(flat).toContain('2025年7月22日に測った値を載せています。予測ではありません。')
  expect(flat).toContain('測った最高31.2℃')
  expect(flat).not.toContain('見込み')
  expect(flat).not.toContain('予測のはずれ')
})

test('an hour that is not known is marked, and people are not named where they must not be', async () => {
  const [first, ...others] = testPlan().groups
  if (first === undefined) throw new Error('no group')
  const hours = first.hours.map((hour, index) => (index === 3 ? { ...hour, wbgt: null, excess: null, restMinutes: null } : hour))
  const known = testPlan().hours.map((hour, index) => (index === 3 ? { ...hour, site: null, forecast: null } : hour))
  const plan = testPlan({ hours: known, groups: [{ ...first, hours }, ...others] })
  const { flat } = await read({ plan, people: null, unbriefed: null, printedBy: null })
  expect(flat).toContain('―は予測のない時間')
  for (const words of ['今井', '岡田', '働ける時間に限りがある人', '手順の周知']) expect(flat).not.toContain(words)
  expect(flat).toContain('作成7/226:42')
})
