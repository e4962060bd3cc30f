import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { emptyRow, type RowDraft } from './map-rows.ts'
import { MapTable } from './map-table.tsx'

const nothing = () => undefined
const longFloor = '地下2階 機械室・受変電室（東側、防火区画の内側）'

const show = async (first: Partial<RowDraft>, width: number) => {
  const Table = () => {
    const [row, setRow] = useState<RowDraft>({ ...emptyRow('a'), ...first })
    const actions = { change: (_: string, values: Partial<RowDraft>) => setRow({ ...row, ...values }) }
    return (
      <div style={{ width, containerType: 'inline-size' }}>
        <QueryClientProvider client={queryClient}>
          <MapTable
            rows={[row]}
            faults={{}}
            actions={{ ...actions, choose: nothing, preview: nothing, step: nothing, remove: nothing }}
            onMove={nothing}
          />
        </QueryClientProvider>
      </div>
    )
  }
  await mount(Table)
}

const floor = page.getByLabelText('1行目の階', { exact: true })

test.each([
  ['beside the others', 1_170],
  ['in a card of a tablet', 730],
  ['in a card of a phone', 343],
])('a long floor and a long name are read in full %s', async (_, width) => {
  await show({ locationName: 'A工区 東側外部足場・資材置場・休憩所', floor: longFloor }, width)
  for (const label of ['1行目の階', '1行目の建物・工区']) {
    const field = page.getByLabelText(label, { exact: true })
    await expect.element(field).toBeVisible()
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = field.element()
    expect({ label, scrollWidth, scrollHeight }).toEqual({ label, scrollWidth: clientWidth, scrollHeight: clientHeight })
  }
})

test('a floor takes no line break, typed or pasted', async () => {
  await show({ floor: '1F' }, 1_170)
  await floor.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(floor).toHaveValue('1F')
  await floor.fill('1F\n東側')
  await expect.element(floor).toHaveValue('1F 東側')
})
