import type { ReportWorker } from '@mimamori/contract/report'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { PersonChoice } from './person-choice.tsx'
import type { Roster } from './use-roster.ts'
import { WorkerChoice } from './worker-choice.tsx'

const person = (userId: number, fullName: string): ReportWorker => ({
  userId,
  fullName,
  furigana: '',
  workerCode: null,
  officeId: 1,
  officeName: '東雲',
  groupId: 1,
  groupName: '足場班',
  hasLeft: false,
})
const people = [person(1, '佐々木　隆'), person(2, '新井　学')]
const roster = (state: Roster['state'], readAgain = () => undefined): Roster => ({
  state,
  people: state === 'ready' ? people : [],
  readAgain,
})

const Chooser = ({ first, from }: { readonly first: readonly number[]; readonly from: Roster }) => {
  const [value, setValue] = useState(first)
  return <WorkerChoice roster={from} value={value} onChange={setValue} />
}

test.each([
  ['unchosen', '先に拠点を選ぶ'],
  ['loading', '読み込んでいます'],
  ['failed', '読み込めませんでした'],
  ['ready', '全員（2人）'],
] as const)('without people because they are %s it says %s', async (state, words) => {
  await mount(() => <Chooser first={[]} from={roster(state)} />)
  await expect.element(page.getByText(words)).toBeVisible()
})

test.each(['daily', 'monthly'])('people who failed to load can be asked for again (%s)', async (period) => {
  const again = vi.fn<() => undefined>()
  const from = roster('failed', again)
  const nothing = () => undefined
  await mount(() =>
    period === 'daily' ? (
      <Chooser first={[]} from={from} />
    ) : (
      <PersonChoice roster={from} workers={[]} person={1} onChoose={nothing} onStep={nothing} />
    ),
  )
  await page.getByRole('button', { name: '作業者を再読込' }).click()
  expect(again).toHaveBeenCalledOnce()
})

test('somebody who is not there is named as such, and has no place among the others', async () => {
  const nothing = () => undefined
  await mount(() => (
    <>
      <Chooser first={[999_999]} from={roster('ready')} />
      <PersonChoice roster={roster('ready')} workers={[]} person={999_999} onChoose={nothing} onStep={nothing} />
    </>
  ))
  await expect.element(page.getByText(/^見つからない/)).toBeVisible()
  await expect.element(page.getByText('0/2')).not.toBeInTheDocument()
})

test('what was typed to find people is gone when the list closes', async () => {
  await mount(() => <Chooser first={[]} from={roster('ready')} />)
  const field = page.getByRole('combobox', { name: '作業者' })
  await field.fill('足場')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
})
