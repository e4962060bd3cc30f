import { endpoints } from '@mimamori/contract/endpoints'
import { bareMap } from '@mimamori/contract/test-map'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { testSession } from '../kit/form/test-session.ts'
import { Notices } from '../kit/notices.tsx'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { type MapForm, useMapForm } from './use-map-form.ts'

const loaded = { data: [{ ...bareMap, id: 5, floor: '1F', position: 1, listMarks: [] }], count: 1, version: 3 }

test('rows that were typed and not saved when the session ended are there again, and the chosen drawing is asked for', async () => {
  queryClient.setQueryData(queryOf(endpoints.session.userInfo, {}).queryKey, { userId: 7, officeId: null } as never)
  testSession.begin(7)
  const shown: { form?: MapForm; setOpen: (isOpen: boolean) => void } = { setOpen: () => undefined }
  const Rows = () => {
    shown.form = useMapForm(1, loaded, async () => loaded)
    return <p>{shown.form.rows.map(({ locationName, floor }) => `${locationName} ${floor}`).join('・')}</p>
  }
  await mount(() => {
    const [isOpen, setOpen] = useState(true)
    shown.setOpen = setOpen
    return (
      <QueryClientProvider client={queryClient}>
        {isOpen ? <Rows /> : <p>ログイン</p>}
        <Notices />
      </QueryClientProvider>
    )
  })
  await expect.element(page.getByText('A工区 1F')).toBeVisible()
  const added = shown.form?.add() ?? ''
  const chosen = { file: new File(['x'], '2F.png'), width: 1, height: 1, storedAs: null }
  shown.form?.change(added, { locationName: 'B工区', floor: '2F', chosen })
  testSession.end()
  shown.setOpen(false)
  await expect.element(page.getByText('ログイン')).toBeVisible()
  testSession.begin(7)
  shown.setOpen(true)
  await expect.element(page.getByText('A工区 1F・B工区 2F')).toBeVisible()
  await expect.element(page.getByText(/選んだ図面は、もう一度選んでください。/)).toBeVisible()
  await page.getByRole('button', { name: '破棄する' }).click()
  await expect.element(page.getByText('B工区')).not.toBeInTheDocument()
})
