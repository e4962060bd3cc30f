import { keysOf } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { readPdf } from '../../platform/pdf/test-pdf.ts'
import { markFigures } from './mark-figures.ts'
import { markVectors } from './marks.ts'
import { sheet } from './sheet.ts'

const module = new URL('test-paper.ts', import.meta.url).href

const head = {
  title: 'WBGT超過 月報',
  facts: [
    { name: '拠点', value: '東雲三丁目 物流施設新築工事' },
    { name: '期間', value: '2026年7月' },
  ],
  printedBy: '山岸恵子',
  printedAt: new Date('2026-07-20T15:05:00Z'),
  orientation: 'landscape',
} as const

const grid = async (given: Record<string, unknown>) => readPdf(await drawPdf({ module, name: 'gridPaper' }, { ...head, ...given }))

test('every sheet says what it is, who printed it when in Japan, and its page', async () => {
  const parts = [
    { title: 'WBGT超過', signs: [1, 2, 3], days: 31 },
    { title: '心拍', signs: ['silent'], days: 31 },
  ]
  const paper = await grid({ parts, legend: { signs: ['emergency', 3], names: { 3: '危険 3.0以上' } } })
  expect(paper.title).toBe('WBGT超過 月報')
  expect(paper.sizes).toEqual([
    [842, 595],
    [842, 595],
  ])
  for (const [index, page] of paper.pages.entries()) {
    for (const text of [
      'WBGT超過 月報',
      '拠点 東雲三丁目 物流施設新築工事',
      '2026年7月',
      '緊急',
      '危険 3.0以上',
      '2026年7月21日 00:05 印刷',
      '山岸恵子',
    ])
      expect(page).toContain(text)
    expect(page).toContain(`${index + 1} / 2 ページ`)
  }
  expect(paper.pages[0]).toContain('31日（月）')
  expect(paper.pages[1]).toContain('心拍 1時間の最大')
})

test('a table that continues repeats its headings', async () => {
  const { pages } = await grid({ parts: [{ title: 'WBGT', signs: [], days: 90 }] })
  expect(pages.length).toBe(3)
  for (const page of pages) expect(page).toContain('23時')
})

test('the name of a fact is in the line of its value', async () => {
  const lineOf = async (filled: number) => {
    const facts = [
      { name: '拠点', value: '東'.repeat(filled) },
      { name: '所属', value: '鳶業' },
    ]
    const { pages } = await grid({ facts, parts: [{ title: 'WBGT', signs: [], days: 1 }] })
    return pages[0]?.split('\n').find((text) => text.includes('所属'))
  }
  // The line is 86 characters wide.
  for (let filled = 72; filled < 86; filled++) expect(await lineOf(filled)).toMatch(/所属 鳶業/u)
})

test('a heading of many sites pushes the content down, and ends before it fills the sheet', () => {
  const topOf = (value: string) => {
    const { pageMargins } = sheet({ ...head, facts: [{ name: '拠点', value }], content: [] })
    return Array.isArray(pageMargins) ? (pageMargins[1] ?? 0) : 0
  }
  const one = topOf('東雲三丁目 物流施設新築工事')
  expect(topOf('東雲三丁目 物流施設新築工事、'.repeat(8))).toBeGreaterThan(one + 12)
  expect(topOf('東雲三丁目 物流施設新築工事、'.repeat(300))).toBeLessThan(one + 60)
})

test('Japanese continues in the next line, not before a full stop, and a word without spaces stays on the sheet', async () => {
  const long = '作業を止めて日陰で休ませ、首とわきを冷やした。'.repeat(12)
  const paper = await grid({
    orientation: 'portrait',
    parts: [{ title: long, signs: [], days: 1 }],
    facts: [{ name: 'ID', value: 'X'.repeat(150) }],
  })
  const lines = (paper.pages[0] ?? '').split('\n')
  expect(lines.filter((line) => line.includes('日陰')).length).toBeGreaterThan(2)
  for (const line of lines) expect(line).not.toMatch(/^[。、）]/)
  expect(paper.pages[0]?.match(/X/g)?.length).toBe(150)
})

test('each mark has a shape of its own, and those of levels carry their digit', async () => {
  const signs = keysOf(markFigures)
  const shapes = signs.map((sign) => JSON.stringify(markVectors(sign, 24)))
  expect(new Set(shapes).size).toBe(8)
  const { text } = await readPdf(await drawPdf({ module, name: 'marksPaper' }, signs))
  for (const word of ['緊急', '危険', '警戒', '注意', '安全', '記録なし', 'データ途絶', '心拍取得不可']) expect(text).toContain(word)
})

test('charts say their values, labels and reference', async () => {
  const { text, pages } = await readPdf(await drawPdf({ module, name: 'chartsPaper' }, '図'))
  expect(pages.length).toBe(1)
  for (const word of ['31', '33', '25', '日', '基準値 28 <℃>', '休憩して復帰']) expect(text).toContain(word)
})

test('wherever a page ends, a heading is on the page of its part and nothing is lost', async () => {
  for (let lines = 36; lines < 60; lines++) {
    const { pages, text } = await readPdf(await drawPdf({ module, name: 'partsPaper' }, lines))
    const pageOf = (word: string) => pages.findIndex((page) => page.split('\n').includes(word))
    expect({ lines, heading: pageOf('長い部') }).toEqual({ lines, heading: pageOf('項目0 1') })
    expect({ lines, heading: pageOf('短い部') }).toEqual({ lines, heading: pageOf('短い行8') })
    expect(text.match(/項目\d/g)).toHaveLength(9)
    expect(text.match(/短い行\d/g)).toHaveLength(9)
  }
})
