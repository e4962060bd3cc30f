import type { Report } from '@mimamori/contract/report'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { type Choice, readChoice } from './choice.ts'
import { DayTable } from './day-table.tsx'
import { MonthTable } from './month-table.tsx'
import { DayCards } from './report-cards.tsx'
import { testDay, testMonth } from './test-report.ts'

const today = '2026-02-20'
const requestedOf = (report: Report, more: Partial<Choice>) => ({ choice: { ...readChoice({}, [1], today), ...more }, ...report })

const showMonth = async (report: Report, type: Choice['type'] = 2, more: Partial<Choice> = {}) => {
  await mount(() => <MonthTable report={requestedOf(report, { period: 'monthly', date: '2026-02', type, ...more })} today={today} />)
  const table = page.getByRole('table')
  await expect.element(table).toBeVisible()
  return table
}
const dayRow = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
/** The cell of an hour in a row that begins with its day; behind the hours the highest. */
const cell = (row: ReturnType<typeof dayRow>, hour: number) => row.getByRole('cell').nth(hour)
const highest = 24
const textOf = (row: ReturnType<typeof dayRow>, hour: number) => cell(row, hour).element().textContent

const month = testMonth({
  2: { 7: -0.4, 8: 0, 9: 1.2, 10: 3.4, 11: 3.4 },
  3: { 9: { state: 'missing' }, 10: { state: 'silent' }, 11: { state: 'silent', emergencies: 1 }, 15: { state: 'silent' } },
  5: { 9: { state: 'missing' } },
})

test('a month has 31 rows beside the cell that says whose it is and what it came to', async () => {
  const table = await showMonth(month)
  const rows = table.element().querySelectorAll('tbody tr')
  const person = rows[0]?.querySelector('th')
  expect([rows.length, person?.rowSpan]).toEqual([31, 31])
  expect(person?.textContent).toBe('佐々木　隆ササキ　タカシ足場班東鳶興業測定のある日3日危険の日1日緊急1回')
})

test('zero, a missing value, a silence and nothing at all are distinguished', async () => {
  await showMonth(month)
  const [second, third] = [dayRow('2日（月）'), dayRow('3日（火）')]
  expect(textOf(second, 8)).toMatch(/0\.0$/)
  await expect.element(cell(second, 8).getByRole('img', { name: '注意' })).toBeVisible()
  expect(textOf(second, 12)).toBe('')
  expect(textOf(third, 9)).toBe('値なし')
  expect(textOf(dayRow('5日（木）'), highest)).toBe('値なし')
  await expect.element(cell(third, 10).getByRole('img', { name: 'データ途絶' })).toBeVisible()
  await expect.element(cell(third, 15).getByRole('img', { name: 'データ途絶' })).toBeVisible()
  await expect.element(cell(third, 11).getByRole('img', { name: '緊急' })).toBeVisible()
})

test('the first hour of the highest value is underlined, and the row ends with it', async () => {
  await showMonth(month)
  const row = dayRow('2日（月）')
  const underlined = (hour: number) => getComputedStyle(cell(row, hour).element().firstElementChild ?? document.body).textDecorationLine
  expect(textOf(row, highest)).toMatch(/\+3\.4$/)
  expect([underlined(9), underlined(10), underlined(11)]).toEqual(['none', 'underline', 'none'])
})

test('a day without data says so once it has come; a day that the month does not have is blank', async () => {
  await showMonth(month)
  expect(textOf(dayRow('4日（水）'), highest)).toBe('測定なし')
  expect(textOf(dayRow('21日（土）'), highest)).toBe('')
  await expect.element(page.getByRole('link', { name: '20日（金）' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '21日（土）' })).not.toBeInTheDocument()
  expect(page.getByRole('table').element().querySelector('tbody tr:last-child')?.textContent).toBe('この月にない日')
})

test('hours in which nothing came are narrow', async () => {
  await showMonth(month)
  const widthOf = (hour: number) =>
    page
      .getByRole('columnheader', { name: `${hour}時`, exact: true })
      .element()
      .getBoundingClientRect().width
  expect([widthOf(3), widthOf(15)].map((width) => width < widthOf(9) / 2)).toEqual([true, true])
})

test('a level is said by its mark in a cell and by its word at the end', async () => {
  const levels = testMonth({ 2: { 9: { value: 2, state: 'measured' } } })
  await showMonth({ ...levels, monthlyData: levels.monthlyData.map((day) => ({ ...day, levels: day.data.map((value) => value) })) }, 3)
  const row = dayRow('2日（月）')
  await expect.element(cell(row, 9).getByRole('img', { name: '警戒' })).toBeVisible()
  expect(textOf(row, highest)).toMatch(/警戒$/)
})

test('of a thousand workers those in sight are drawn, and all of them on paper', async () => {
  await mount(() => <DayTable report={requestedOf(testDay(1_000, { 9: 1.2 }), { period: 'daily', date: today })} />)
  const table = page.getByRole('table')
  const drawn = () => table.element().querySelectorAll('tbody [aria-rowindex]').length
  await expect.element(table).toHaveAttribute('aria-rowcount', '1001')
  expect(drawn()).toBeLessThan(100)
  const scroller = table.element().parentElement as HTMLElement
  scroller.scrollTop = scroller.scrollHeight
  await expect.element(page.getByRole('link', { name: '作業者　1000の月報' })).toBeInViewport()
  expect(drawn()).toBeLessThan(100)
  dispatchEvent(new Event('beforeprint'))
  expect(drawn()).toBe(1_000)
  dispatchEvent(new Event('afterprint'))
  await expect.poll(drawn).toBeLessThan(100)
})

test('the last of a thousand rows is reached by the keyboard', async () => {
  await mount(() => <DayTable report={requestedOf(testDay(1_000, { 9: 1.2 }), { period: 'daily', date: today })} />)
  const table = page.getByRole('table')
  await expect.element(table).toHaveAttribute('aria-rowcount', '1001')
  // Once it is larger than its place, the keyboard reaches it.
  await expect.element(page.getByRole('region')).toHaveAttribute('tabindex', '0')
  table.element().parentElement?.focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('link', { name: '作業者　1000の月報' })).toBeInViewport()
})

test('of a thousand cards those near the screen are there, with their place among all, and all of them on paper', async () => {
  await mount(() => <DayCards report={requestedOf(testDay(1_000, { 9: 1.2 }), { period: 'daily', date: today })} />)
  await page.viewport(375, 800)
  const named = (number: number) => page.getByText(new RegExp(String.raw`^作業者\s${number}\D`))
  const cards = page.getByRole('listitem')
  const drawn = () => document.querySelectorAll('li[aria-posinset]').length
  await expect.element(cards.first()).toHaveAttribute('aria-setsize', '1000')
  expect(drawn()).toBeLessThan(80)
  await named(1).click()
  await expect.element(page.getByText('9時', { exact: true }).first()).toBeVisible()
  // By Tab from card to card, past the end of what was drawn at first.
  document.querySelector<HTMLElement>('li[aria-posinset="38"] summary')?.focus()
  for (let card = 39; card <= 42; card += 1) {
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => document.activeElement?.closest('li')?.ariaPosInSet).toBe(String(card))
  }
  document.scrollingElement?.scrollTo(0, document.scrollingElement.scrollHeight)
  await expect.element(named(1_000)).toBeInViewport()
  expect(drawn()).toBeLessThan(80)
  dispatchEvent(new Event('beforeprint'))
  expect(drawn()).toBe(1_000)
  dispatchEvent(new Event('afterprint'))
  await expect.poll(drawn).toBeLessThan(80)
  document.scrollingElement?.scrollTo(0, 0)
  await expect.element(page.getByText('9時', { exact: true }).first()).toBeVisible()
})

test('rows of several sites with long names are as high as the rows left out are taken for', async () => {
  const day = testDay(600, { 9: 1.2 })
  const named = day.dailyData.map((row) => ({
    ...row,
    workerName: '作業者の長い名前'.repeat(4),
    officeName: '晴海五丁目西地区再開発'.repeat(4),
  }))
  const long = requestedOf({ ...day, dailyData: named }, { period: 'daily', date: today, officeIds: [1, 2] })
  await mount(() => <DayTable report={long} />)
  const table = page.getByRole('table')
  await expect.element(table).toBeVisible()
  const heights = [...table.element().querySelectorAll('tbody [aria-rowindex]')].map((row) => row.getBoundingClientRect().height)
  expect(new Set(heights)).toEqual(new Set([54]))
})

test('a card names the site where there are several', async () => {
  await mount(() => <DayCards report={requestedOf(testDay(1, { 9: 1.2 }), { period: 'daily', date: today, officeIds: [1, 2] })} />)
  await expect.element(page.getByRole('listitem').filter({ hasText: '作業者　1' }).getByText('東雲')).toBeVisible()
})

test('a month in which nothing was measured states no zeros', async () => {
  const table = await showMonth(testMonth({}))
  expect(table.element().querySelector('tbody th')?.textContent).toMatch(/この月の測定はありません危険の日―緊急―$/)
})

test('the highest of means is called so', async () => {
  await showMonth(month, 2, { statistic: 'mean' })
  await expect.element(page.getByRole('columnheader', { name: '平均の最大' })).toBeVisible()
})

test('the mark of a level is in the middle of its cell', async () => {
  const levels = testMonth({ 2: { 9: { value: 2, state: 'measured' } } })
  await showMonth({ ...levels, monthlyData: levels.monthlyData.map((day) => ({ ...day, levels: day.data.map((value) => value) })) }, 3)
  const found = cell(dayRow('2日（月）'), 9)
  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  const away = middleOf(found.getByRole('img', { name: '警戒' }).element()) - middleOf(found.element())
  expect(Math.abs(away)).toBeLessThan(2)
})
