import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { LoadResult } from './load-result.tsx'
import { emptyLoad, loadOf } from './test-load.ts'

type Result = Parameters<typeof LoadResult>[0]['result']

const updatedAt = Date.parse('2026-07-21T13:00:00+09:00')
const calm: Result = { data: undefined, error: null, isFetching: false, dataUpdatedAt: updatedAt, refetch: () => undefined }
const show = (result: Partial<Result>) => {
  const shown = { ...calm, ...result }
  return mount(() => <LoadResult result={shown} />)
}
const expectText = (locator: Locator) => expect.poll(() => locator.element().textContent)
const figure = (name: string) => page.getByRole('list', { name: '期間の数字' }).getByRole('listitem').filter({ hasText: name })

test('the figures say what a receiver gets in a day, and what became of the alerts', async () => {
  await show({ data: loadOf() })
  await expectText(figure('1人が1日に受け取る通知')).toContain('14.2件受け取る人 5人・メール 220件・プッシュ 277件')
  await expectText(figure('人が答えた')).toContain('58%58件')
  await expectText(figure('ひとりでに終わった')).toContain('33%33件')
  await expectText(figure('誤報とされた')).toContain('8%8件まだ続くもの 1件')
  await expectText(figure('答えるまで')).toContain('2.6分10件のうち9件は 13分以内')
})

test('reasons are named with their level and what became of them', async () => {
  await show({ data: loadOf() })
  const reasons = page.getByRole('list', { name: '理由ごとの件数' }).getByRole('listitem')
  await expectText(reasons.nth(0)).toContain('最大心拍を超過12（答えた 9件、誤報 3件）')
  await expectText(reasons.nth(1)).toContain('現場の暑さ9')
  await expectText(reasons.nth(2)).toContain('データ途絶6')
  await expectText(reasons.nth(3)).toContain('緊急（危険の累計）2')
  await expect.element(reasons.nth(0).getByRole('img', { name: '危険' })).toBeVisible()
})

test('a crew of 40 is shown beside what such heat makes expect, nearest the site first named', async () => {
  await show({ data: loadOf() })
  const table = page.getByRole('region', { name: '40人・1日あたり' })
  await expectText(table.getByRole('row', { name: /危険/ })).toBe('3危険9.18.713.9')
  await expectText(table.getByRole('columnheader', { name: /目安あり/ })).toContain('近いほう')
  await expect.element(table.getByText(/日ごとの最高WBGTの平均は 30.6℃/)).toBeVisible()
  await expect.element(table.getByText(/40人のうち 30人/)).toBeVisible()
})

test('receivers and persons have their own lines', async () => {
  await show({ data: loadOf() })
  await expectText(page.getByRole('region', { name: '受け取る人ごと' }).getByRole('row', { name: /山岸/ })).toContain(
    '拠点管理者23.4402.1分',
  )
  await expectText(page.getByRole('region', { name: 'だれのアラートか' }).getByRole('row', { name: /佐々木/ })).toContain('足場班')
})

test('without heat on record nothing is promised of what to expect', async () => {
  await show({ data: loadOf({ crew: { actual: { level2: 1, level3: 0, emergency: 0 }, expected: null, measured: 0 } }) })
  await expect.element(page.getByText(/暑さの記録がないか低いため、見込みはありません。/)).toBeVisible()
})

test('a period without anything says so', async () => {
  await show({ data: emptyLoad })
  await expect.element(page.getByText('この期間の記録はありません')).toBeVisible()
})

test('measured days without alerts say that there were none', async () => {
  await show({ data: { ...emptyLoad, people: 3, personDays: 6, workedDays: 2 } })
  await expect.element(page.getByText('アラートはありませんでした。', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('この期間に送られた通知はありません。')).toBeVisible()
})

test('while nothing has come it waits', async () => {
  await show({ isFetching: true })
  await expect.element(page.getByText('読み込んでいます')).toBeVisible()
})

test('a failure can be tried again', async () => {
  const refetch = vi.fn()
  await show({ error: new Error('away'), refetch })
  await page.getByRole('button').click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('old figures stay, with their age', async () => {
  await show({ data: loadOf(), error: new Error('away') })
  await expectText(page.getByRole('status')).toContain('13:00 の値を表示しています。')
})
