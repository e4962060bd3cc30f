import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DataTable } from '../../kit/data-table.tsx'
import { mount } from '../../kit/test-mount.tsx'
import { wrappedColumns } from '../../kit/wrapped-columns.tsx'
import { emailColumn, Long, loginIdColumn, nameColumn, phoneColumn } from './person-cells.tsx'

const person = {
  fullName: '山岸　恵子',
  furigana: 'ヤマギシ　ケイコ',
  userName: 'base-admin',
  phoneNumber: '090-5550-0188',
  email: 'keiko.yamagishi@example.jp',
  isDisabled: false,
  consentWithdrawnAt: null,
  guestUntil: null,
}
const office = {
  key: 'officeName',
  title: '拠点',
  render: () => <Long>東雲三丁目 物流施設新築工事</Long>,
}
const list = {
  page: 1,
  pageSize: 20,
  sortKey: undefined,
  sortOrder: undefined,
  filtered: false,
  setPage: () => undefined,
  setSort: () => undefined,
  clearFilters: () => undefined,
}
const result = {
  data: { data: [person], count: 1 },
  error: null,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
}

/** Draws a list of administrators in a window beside the sidebar, and returns by how much the list is wider than its place. */
const excessIn = async (width: number): Promise<number> => {
  await mount(() => (
    <div style={{ width: width - 310 }}>
      <DataTable
        label="拠点管理者"
        columns={wrappedColumns([nameColumn(), loginIdColumn, office, phoneColumn, emailColumn])}
        rowKey={(row) => row.userName}
        rowHeight={51}
        list={list}
        result={result}
        empty={{ filtered: '', none: '', wayOut: '' }}
      />
    </div>
  ))
  await page.viewport(width, 800)
  await expect.element(page.getByText(person.userName)).toBeVisible()
  const { scrollWidth, clientWidth } = document.querySelector('.ant-table-body') ?? expect.fail('no table')
  return scrollWidth - clientWidth
}

test('a site and an address take two lines in a small window, before the last column leaves it', async () => {
  expect(await excessIn(1000)).toBe(0)
})

test('in a wide window each is in one line', async () => {
  expect(await excessIn(1440)).toBe(0)
  for (const text of ['東雲三丁目 物流施設新築工事', person.email])
    expect(page.getByText(text).element().getBoundingClientRect().height).toBeLessThan(30)
})
