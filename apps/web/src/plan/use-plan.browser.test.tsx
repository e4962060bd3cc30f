import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { setServerTime } from '../platform/clock.ts'
import { queryClient } from '../platform/query.ts'
import { planOf } from './test-plan.ts'
import { usePlan } from './use-plan.ts'

const fetched = vi.fn<(url: string) => Promise<Response>>()

beforeEach(() => {
  localStorage.setItem('token', 'token')
  // The server's tomorrow, where no date is asked for.
  fetched.mockReset().mockImplementation(async (url) => {
    const date = new URL(url, location.href).searchParams.get('date') ?? '2026-07-22'
    return Response.json(planOf({ date }))
  })
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => {
    setServerTime(Date.now())
    queryClient.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

const Shown = ({ date }: { readonly date: string | undefined }) => {
  const plan = usePlan(1, date, {})
  return (
    <>
      <h1>{plan.saved.data === undefined ? '待っています' : plan.date}</h1>
      <p>{plan.days[0]}から</p>
    </>
  )
}

const open = (clock: string, date?: string) => {
  setServerTime(Date.parse(`2026-07-21T${clock}+09:00`))
  return mount(() => (
    <QueryClientProvider client={queryClient}>
      <Shown date={date} />
    </QueryClientProvider>
  ))
}

const heading = page.getByRole('heading')

test('before the work of today begins today is shown', async () => {
  await open('06:00:00')
  await expect.element(heading).toHaveTextContent('2026-07-21')
})

test('once it has begun tomorrow is shown, with one reading', async () => {
  await open('07:00:00')
  await expect.element(heading).toHaveTextContent('2026-07-22')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a day that is asked for is shown at any hour', async () => {
  await open('06:00:00', '2026-07-23')
  await expect.element(heading).toHaveTextContent('2026-07-23')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a page that comes back to sight is read again, for its tomorrow may be today', async () => {
  await open('17:00:00')
  await expect.element(heading).toHaveTextContent('2026-07-22')
  const dates = ['2026-07-22', '2026-07-23', '2026-07-24']
  fetched.mockImplementation(async () => Response.json(planOf({ date: '2026-07-23', dates })))
  // Nothing is read twice within a minute.
  window.dispatchEvent(new Event('visibilitychange'))
  expect(fetched).toHaveBeenCalledOnce()
  const night = Date.now() + 12 * 3_600_000
  vi.spyOn(Date, 'now').mockReturnValue(night)
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('2026-07-22から')).toBeVisible()
})
