import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PickerDialog } from './picker-dialog.tsx'
import { mount } from './test-mount.tsx'

type Tag = { readonly id: number }
const pages: readonly (readonly Tag[])[] = [[{ id: 1 }, { id: 2 }], [{ id: 3 }]]
const nothing = () => undefined

/** A picker over two pages, where 2 cannot be chosen. */
const picker = async (onChoose: (rows: readonly Tag[]) => boolean) => {
  const onClose = vi.fn()
  await mount(() => {
    const [number, setPage] = useState(1)
    return (
      <PickerDialog<Tag>
        title="デバイスを選ぶ"
        choose="several"
        columns={[{ key: 'id', title: '番号', render: ({ id }) => `D-${id}` }]}
        rowKey={({ id }) => id}
        list={{
          page: number,
          pageSize: 2,
          sortKey: undefined,
          sortOrder: undefined,
          filtered: false,
          setPage,
          setSort: nothing,
          clearFilters: nothing,
        }}
        result={{ data: { data: pages[number - 1] ?? [], count: 3 }, error: null, isFetching: false, dataUpdatedAt: 0, refetch: nothing }}
        empty={{ filtered: '', none: '' }}
        filters={null}
        nameOf={({ id }) => `D-${id}`}
        hindrance={({ id }) => (id === 2 ? '使われています' : undefined)}
        onChoose={onChoose}
        onClose={onClose}
      />
    )
  })
  return onClose
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const verb = page.getByRole('button', { name: '追加する' })

test('rows are chosen across pages, and what cannot be chosen says why', async () => {
  const chosen = vi.fn(() => true)
  const onClose = await picker(chosen)
  await expect.element(verb).toBeDisabled()
  await expect.element(box('D-2：使われています')).toBeDisabled()
  await box('D-1').click()
  await page.getByTitle('2', { exact: true }).click()
  await box('D-3').click()
  await expect.element(page.getByText('2件を選んでいます')).toBeVisible()
  await verb.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(chosen).toHaveBeenCalledWith([{ id: 1 }, { id: 3 }])
})

test('a refused choice leaves the dialog open, with what was chosen', async () => {
  const onClose = await picker(() => false)
  await box('D-1').click()
  await verb.click()
  await expect.element(box('D-1')).toBeChecked()
  expect(onClose).not.toHaveBeenCalled()
})

test('a click anywhere on a row ticks it, and unticks it again; one that cannot be chosen stays as it is', async () => {
  await picker(() => true)
  await page.getByText('D-1', { exact: true }).click()
  await expect.element(box('D-1')).toBeChecked()
  await page.getByText('D-2', { exact: true }).click()
  await expect.element(page.getByText('1件を選んでいます')).toBeVisible()
  await page.getByText('D-1', { exact: true }).click()
  await expect.element(box('D-1')).not.toBeChecked()
})

test('Escape asks before it throws ticks away', async () => {
  const onClose = await picker(() => true)
  await box('D-1').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('選んだものを、まだ決めていません。閉じると、選んだ内容は失われます。')).toBeVisible()
  await page.getByRole('button', { name: '選択に戻る' }).click()
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(box('D-1')).toBeChecked()
  await page.getByRole('button', { name: 'やめる' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

test('Escape closes at once where nothing was ticked', async () => {
  const onClose = await picker(() => true)
  await expect.element(box('D-1')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})
