import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { TerminalChoice } from './device-choice.tsx'

const rowOf = (serialNumber: string) => ({ serialNumber, fullName: null })

/** The devices of a site, of which those with a number are found only once the returned function is called. */
const show = async (onChoose: (serial: string | undefined) => void) => {
  localStorage.setItem('token', 'token')
  const { promise: isFound, resolve: find } = Promise.withResolvers<void>()
  const searched: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, location.origin)
    if (pathname !== endpoints.device.list.path) return Response.json({})
    const serial = searchParams.get('serialNumber')
    searched.push(serial)
    if (serial !== null) await isFound
    const data = ['B-07', 'B-08'].filter((own) => own.includes(serial ?? '')).map(rowOf)
    return Response.json({ data, count: data.length })
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
    localStorage.clear()
  })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <TerminalChoice officeId={4} serial={undefined} onChoose={onChoose} />
    </QueryClientProvider>
  ))
  return { searched, find }
}

const option = (serial: string) => page.getByTitle(serial, { exact: true })

test('what was offered stays and can be chosen while a search for it is on its way', async () => {
  const onChoose = vi.fn()
  const { searched, find } = await show(onChoose)
  await page.getByRole('combobox').fill('07')
  await expect.poll(() => searched).toEqual([null, '07'])
  await option('B-07').click()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('B-07')
  find()
})
