import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { DateFilter } from './date-filter.tsx'

const Chooser = () => {
  const [date, setDate] = useState('2026-11-23')
  return (
    <>
      <DateFilter period="daily" date={date} today="2026-11-23" onChange={setDate} />
      <output>{date}</output>
    </>
  )
}

test.each(['20261120', '2026-11-20', '2026/11/20'])('%s is taken as it is typed', async (typed) => {
  await mount(() => <Chooser />)
  await page.getByRole('textbox').fill(typed)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('2026-11-20')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test.each([
  ['2026/11/31', '{Enter}', '日付は 2026/07/01 のように入力してください。'],
  ['2026/11/24', '{Enter}', '今日までの日付を入力してください。'],
  ['2026/11/31', '{Tab}', '日付は 2026/07/01 のように入力してください。'],
  ['2026/11/24', '{Enter}{Tab}', '今日までの日付を入力してください。'],
])('of %s and %s it says what is wrong, until another is typed', async (typed, key, words) => {
  await mount(() => <Chooser />)
  await page.getByRole('textbox').fill(typed)
  await userEvent.keyboard(key)
  await expect.element(page.getByRole('alert')).toHaveTextContent(words)
  await expect.element(page.getByRole('status')).toHaveTextContent('2026-11-23')
  await page.getByRole('textbox').fill('2026/11/20')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('2026-11-20')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
