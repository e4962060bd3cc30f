import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ListDialog } from './list-dialog.tsx'
import { mount } from './test-mount.tsx'

type Person = { readonly id: number; readonly code: string; readonly name: string }
const nothing = () => undefined

/** A dialog that chooses among people, one of whom has the longest code there is. */
const dialog = (width: number) =>
  mount(() => (
    <ListDialog<Person>
      title="人を選ぶ"
      columns={[
        { key: 'code', title: 'コード', render: ({ code }) => code },
        { key: 'name', title: '氏名', render: ({ name }) => name },
      ]}
      rowKey={({ id }) => id}
      list={{
        page: 1,
        pageSize: 10,
        sortKey: undefined,
        sortOrder: undefined,
        filtered: false,
        setPage: nothing,
        setSort: nothing,
        clearFilters: nothing,
      }}
      result={{
        data: { data: [{ id: 1, code: 'A'.repeat(255), name: '佐々木　隆' }], count: 1 },
        error: null,
        isFetching: false,
        dataUpdatedAt: 0,
        refetch: nothing,
      }}
      empty={{ filtered: '', none: '' }}
      filters={null}
      selection={{ type: 'checkbox', keys: [], onChange: nothing, hindrance: nothing, nameOf: ({ name }) => name }}
      count=""
      verb="追加する"
      ready
      onDecide={nothing}
      onClose={nothing}
    />
  )).then(() => page.viewport(width, 900))

test.each([1440, 375])('a long value leaves the others of its row in sight (%i px)', async (width) => {
  await dialog(width)
  await expect.element(page.getByText('佐々木　隆')).toBeInViewport({ ratio: 1 })
  const tables = () => [...document.querySelectorAll('.ant-table-body, .ant-table-content')]
  await expect.poll(() => tables().map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual([0])
})
