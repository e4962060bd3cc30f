import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAlertFile } from './read-alert-file.ts'
import { alertFile } from './test-service.ts'

const days = { reported: '2026/07/21 17:00', first: '2026/07/21', second: '2026/07/22' }
const tokyo = { areaCode: '130000', areaName: '東京都', prefix: '44' }
const osaka = { area: '大阪府', prefix: '62', code: '270000' }
const published = alertFile(days, { first: 0, second: 1 }, { ...osaka, first: 3, second: 9 })
const said = [
  { ...tokyo, day: '2026-07-21', flag: 0 },
  { ...tokyo, day: '2026-07-22', flag: 1 },
  { areaCode: '270000', areaName: '大阪府', prefix: '62', day: '2026-07-21', flag: 3 },
]

describe('a file of announcements', () => {
  it('says what holds for each area and day; outside its hours it says nothing', () => {
    const { flags, announcedAt, isExercise, faultyRows } = readAlertFile(published)
    expect(flags).toEqual(said)
    expect(announcedAt).toEqual(new Date('2026-07-21T17:00:00+09:00'))
    expect([isExercise, faultyRows]).toEqual([false, 0])
  })

  it.each<[string, (text: string) => string]>([
    ['without a byte order mark', (text) => text.slice(1)],
    ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['with blank lines', (text) => text.replaceAll('\n', '\n\n')],
    ['without a last line end', (text) => text.trimEnd()],
    ['quoted', (text) => text.replaceAll(/[^,\n\uFEFF]+/g, '"$&"')],
    ['with a quoted message of several lines', (text) => text.replace('自分と自分の', '"一行目、\n府県予報区,1\n"')],
    ['without the filling commas', (text) => text.replaceAll(/,+$/gm, '')],
    ['with keys besides', (text) => text.replace('Status,', 'AnotherKey,府県予報区,1\nStatus,')],
    ['with columns behind', (text) => text.replaceAll(/^(府県予報区|東京都|大阪府),.*$/gm, '$&,x,y')],
    ['with a column before the flags', (text) => text.replaceAll(/^((?:[^,\n]*,){6})(?=TargetDate1フラグ|\d,\d)/gm, '$1x,')],
    ['with other headings', (text) => text.replace('TargetDate1フラグ', '当日').replace('府県予報区等コード', 'コード')],
    ['in full width', (text) => text.replace('東京,13,0,1', '東京,13,０,１')],
    ['with spaces', (text) => text.replace('東京,13,0,1', '東京,13, 0 ,1 ').replace('TargetDate1,', 'TargetDate1 , ')],
    ['with days written otherwise', (text) => text.replaceAll('2026/07/', '2026-7-')],
  ])('is read %s', (_, change) => {
    const text = change(published)
    expect(text).not.toBe(published)
    expect(readAlertFile(text).flags).toEqual(said)
  })

  it.each(['試験', '訓練', 'Test'])('of the status %s announces nothing', (status) =>
    expect(readAlertFile(alertFile({ ...days, status }, { first: 1, second: 1 })).isExercise).toBe(true),
  )

  it('distinguishes areas of one name by their number', () => {
    const text = alertFile(
      days,
      { area: '南部', prefix: '44', code: '', first: 1, second: 9 },
      { area: '南部', prefix: '62', code: '', first: 0, second: 9 },
    )
    expect(readAlertFile(text).flags.map(({ areaCode, flag }) => [areaCode, flag])).toEqual([
      ['44 南部', 1],
      ['62 南部', 0],
    ])
  })

  it('loses only rows that cannot be read, and counts them', () => {
    const text = `${published}埼玉県,43,0,110000,埼玉,11,1\n千葉県,?,0,120000,千葉,12,1,1\n茨城県,40,0,080000,茨城,08,7,x,,,\n`
    const file = readAlertFile(text)
    expect(file.flags).toEqual(said)
    expect(file.faultyRows).toBe(2)
    expect(file.areas.size).toBe(3)
  })

  it.each([
    '',
    '<html><body>Not Found</body></html>',
    '府県予報区',
    'TargetDate1,2026/07/21\n',
    published.replaceAll('2026/07/2', '2026/13/2'),
    `${published}"`,
  ])('is none where it says %s', (text) => expect(() => readAlertFile(text)).toThrow())

  it('says nothing else where it breaks off, wherever that is', () => {
    fc.assert(
      fc.property(fc.nat(published.length), (length) => {
        const half = published.slice(0, length)
        try {
          for (const flag of readAlertFile(half).flags) expect(said).toContainEqual(flag)
        } catch (error) {
          // What is no file is refused; nothing else goes wrong.
          if (!(error instanceof TypeError) && !(error instanceof Error && 'code' in error)) throw error
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never says more than its rows, whatever is between them', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(published.length), (noise, at) => {
        const text = published.slice(0, at) + noise.replaceAll(/\d/g, '') + published.slice(at)
        try {
          const announced = readAlertFile(text).flags.filter(({ flag }) => flag === 1 || flag === 3)
          expect(announced.length).toBeLessThanOrEqual(2)
        } catch (error) {
          if (!(error instanceof TypeError) && !(error instanceof Error && 'code' in error)) throw error
        }
      }),
    )
  })
})
