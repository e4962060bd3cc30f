import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { onTestFinished, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ListFailure } from '../../kit/list-failure.tsx'
import { mount } from '../../kit/test-mount.tsx'
import { queryClient, queryOf } from '../../platform/query.ts'
import { useOneOffice } from './one-office.ts'

const Screen = () => {
  const { office, failure } = useOneOffice(7)
  return failure === undefined ? <output>{office?.officeName}</output> : <ListFailure {...failure} />
}

// A part that is drawn alone has no server: every call fails.
const open = async (officeId: number | null) => {
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  onTestFinished(() => queryClient.clear())
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { officeId, officeName: officeId === null ? null : '東雲' } as never)
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Screen />
      </Suspense>
    </QueryClientProvider>
  ))
}

test('sites that fail to load are said to, with a way to ask again', async () => {
  await open(null)
  await expect.element(page.getByRole('button', { name: '再読込' })).toBeVisible()
})

test('somebody with one site needs no list, and sees that one, whatever the address names', async () => {
  await open(3)
  await expect.element(page.getByRole('status')).toHaveTextContent('東雲')
})
