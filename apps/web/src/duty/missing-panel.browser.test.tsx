import { duty } from '@mimamori/contract/duty'
import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { briefPeople } from './brief-actions.ts'
import { MissingPanel } from './missing-panel.tsx'

vi.mock('./brief-actions.ts', () => ({ briefPeople: vi.fn(() => new Promise<void>(() => undefined)) }))

const personOf = (userId: number) => ({ userId, fullName: `作業者${userId}`, furigana: 'サギョウシャ', isNew: true, ownLanguage: 'ja' })

let people = [1, 2]

beforeEach(() => {
  people = [1, 2]
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { userId: 9, displayName: '岩本　鉄男', owed: [] } as never)
  vi.stubGlobal('fetch', async (url: string) =>
    new URL(url, location.origin).pathname === duty.briefings.path.replace(':officeId', '1')
      ? Response.json({ data: people.map(personOf), count: people.length })
      : new Response(new ReadableStream()),
  )
})

const open = async () => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <MissingPanel officeId={1} groupId={undefined} duty={{ version: 1, latest: { version: 1, validFrom: null } } as never} />
    </QueryClientProvider>
  ))
  return page.getByRole('button', { name: /朝礼で2人に周知した/ })
}
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('somebody who appears after the page was opened is not ticked, and is marked', async () => {
  await expect.element(await open()).toBeVisible()
  people = [1, 2, 3]
  void queryClient.invalidateQueries({ queryKey: [duty.briefings.path] })
  await expect.element(page.getByRole('checkbox', { name: /作業者3/ })).not.toBeChecked()
  await expect.element(page.getByText('あとから加わった人')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '朝礼で2人に周知した' })).toBeVisible()
  await page.getByRole('checkbox', { name: /作業者3/ }).click()
  await expect.element(page.getByRole('button', { name: '朝礼で3人に周知した' })).toBeVisible()
})

test('a double tap records the briefing once, and the button shows that it is busy', async () => {
  const button = await open()
  await button.dblClick()
  await expect.element(button).toHaveClass(/loading/)
  expect(briefPeople).toHaveBeenCalledOnce()
})
