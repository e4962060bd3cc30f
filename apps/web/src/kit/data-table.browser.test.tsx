import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { DataTable, type Column, type ListResult } from './data-table.tsx'
import { mount } from './test-mount.tsx'
import { useListParams } from './use-list-params.ts'

type Person = { readonly id: number; readonly name: string }
const spec = { filters: z.object({ name: z.string() }), sortKeys: ['name'] as const, pageSize: 2 }
const columns: readonly Column<Person, 'name'>[] = [
  { key: 'name', title: '氏名', sortKey: 'name', render: ({ name }) => name },
  { key: 'do', title: '操作', render: ({ name }) => <button type="button">{`${name}を編集`}</button> },
]
const empty = { filtered: '該当する人はいません', none: 'まだ人がいません' }
const person = (id: number): Person => ({ id, name: `人${id}` })
const found = (...data: Person[]) => ({ data, count: 5 })
const calm = { data: undefined, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined }

/** A list whose result the test sets. */
const list = async (first: Partial<ListResult<Person>>, search = '') => {
  let setResult: (result: Partial<ListResult<Person>>) => void = () => undefined
  const People = () => {
    const [result, set] = useState(first)
    setResult = set
    return (
      <DataTable
        label="人"
        columns={columns}
        rowKey={({ id }) => id}
        list={useListParams(spec)}
        result={{ ...calm, ...result }}
        empty={empty}
        rowHeight={38}
      />
    )
  }
  return { address: await mount(People, search), answer: (result: Partial<ListResult<Person>>) => setResult(result) }
}

const heading = page.getByRole('columnheader', { name: '氏名' })

test('a heading sorts up, down and not at all, says so, keeps the filters and begins at the first page', async () => {
  const { address } = await list({ data: found(person(1), person(2)) }, '?name=x&page=2')
  await heading.click()
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
  expect(address()).toEqual({ name: 'x', sortKey: 'name', sortOrder: 'ascend' })
  await heading.click()
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending')
  await heading.click()
  await expect.poll(address).toEqual({ name: 'x' })
})

test('another page keeps filters and sorting', async () => {
  const { address } = await list({ data: found(person(1), person(2)) }, '?name=x&sortKey=name&sortOrder=descend')
  await page.getByTitle('3', { exact: true }).click()
  await expect.poll(address).toEqual({ name: 'x', page: 3, sortKey: 'name', sortOrder: 'descend' })
})

test('while the rows are on their way the table is busy and says so; the headings are there already', async () => {
  const { answer } = await list({ isFetching: true })
  await expect.element(page.getByText('読み込んでいます')).toBeInTheDocument()
  await expect.element(heading).toBeVisible()
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
  answer({ data: found(person(1)) })
  await expect.element(page.getByRole('cell', { name: '人1', exact: true })).toBeVisible()
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
})

test('an empty list says why; where filters leave nothing they can be taken away', async () => {
  const { address } = await list({ data: { data: [], count: 0 } }, '?name=x')
  await expect.element(page.getByText(empty.filtered)).toBeVisible()
  await page.getByRole('button', { name: '絞り込みを解除' }).click()
  await expect.element(page.getByText(empty.none)).toBeVisible()
  expect(address()).toEqual({})
})

test('a list that never came offers another try; one that came before stays, with its time', async () => {
  const refetch = vi.fn()
  const { answer } = await list({ error: new Error('away'), refetch })
  await expect.element(page.getByRole('alert').getByText('読み込めませんでした')).toBeVisible()
  await page.getByRole('button', { name: '再読込' }).click()
  expect(refetch).toHaveBeenCalledTimes(1)

  answer({ data: found(person(1)), dataUpdatedAt: Date.parse('2026-07-20T13:05:00+09:00') })
  await expect.element(page.getByRole('cell', { name: '人1', exact: true })).toBeVisible()
  answer({ data: found(person(1)), error: new Error('away'), dataUpdatedAt: Date.parse('2026-07-20T13:05:00+09:00') })
  await expect.element(page.getByText(/13:05 の値を表示しています。/)).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '人1', exact: true })).toBeVisible()
})

test('somebody at the keyboard reaches the actions of each row', async () => {
  await list({ data: found(person(1), person(2)) })
  const first = page.getByRole('button', { name: '人1を編集' })
  await expect.element(first).toBeVisible()
  first.element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: '人2を編集' })).toHaveFocus()
})

test('cells that are kept are drawn again where their row or the columns are others', async () => {
  const drawn: string[] = []
  const titled = (title: string): typeof columns => [
    {
      key: 'name',
      title,
      render: ({ name }) => {
        drawn.push(name)
        return `${title}は${name}`
      },
    },
  ]
  let set: (state: { shown: typeof columns; rows: Person[] }) => void = () => undefined
  const [one, two] = [person(1), person(2)]
  const People = () => {
    const [{ shown, rows }, setState] = useState({ shown: titled('氏名'), rows: [one, two] })
    set = setState
    const result = { ...calm, data: found(...rows) }
    return (
      <DataTable
        label="人"
        columns={shown}
        rowKey={({ id }) => id}
        list={useListParams(spec)}
        result={result}
        empty={empty}
        rowHeight={38}
        keepsCells
      />
    )
  }
  await mount(People, '')
  await expect.element(page.getByText('氏名は人2')).toBeVisible()
  const shown = titled('氏名')
  set({ shown, rows: [one, two] })
  // New columns draw every cell, once or twice: the table notices them by a deferred value. What follows draws only what changed.
  let id = 3
  await expect
    .poll(async () => {
      drawn.length = 0
      id += 1
      const changed = person(id)
      set({ shown, rows: [one, changed] })
      await expect.element(page.getByText(`氏名は${changed.name}`)).toBeVisible()
      return drawn.every((name) => name === changed.name)
    })
    .toBe(true)
  set({ shown: titled('名'), rows: [one, person(id)] })
  await expect.element(page.getByText('名は人1', { exact: true })).toBeVisible()
})
