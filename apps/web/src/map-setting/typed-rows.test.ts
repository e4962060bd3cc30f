import { bareMap } from '@mimamori/contract/test-map'
import { expect, it } from 'vitest'
import { loadedState, reduceMapForm } from './map-form-state.ts'
import { nowhere } from './map-place.ts'
import { typedOf, withTypedRows } from './typed-rows.ts'

const start = loadedState({ data: [{ ...bareMap, id: 5, floor: '1F', position: 1, listMarks: [] }], count: 1, version: 3 }, ['a'])
const asKept = (rows: Parameters<typeof typedOf>[0]): unknown => JSON.parse(JSON.stringify(typedOf(rows)))

it('gives typed, added, removed and moved rows back, each with what the server has of it', () => {
  const typed = [
    { kind: 'change', key: 'a', values: { floor: '2F', place: { ...nowhere, latitude: 35.6 } } },
    { kind: 'add', key: 'b' },
    { kind: 'change', key: 'b', values: { locationName: 'B工区' } },
    { kind: 'move', from: 1, to: 0 },
  ] as const
  const before = typed.reduce(reduceMapForm, start)
  const after = withTypedRows(start, asKept(before.rows))
  expect(after.rows.map(({ key: _, ...row }) => row)).toEqual(before.rows.map(({ key: _, ...row }) => row))
  expect(after.saved).toBe(start.saved)
})

it('keeps no file that was chosen', () => {
  const chosen = { file: new File(['x'], '1F.png'), width: 1, height: 1, storedAs: null }
  const before = reduceMapForm(start, { kind: 'change', key: 'a', values: { chosen } })
  expect(withTypedRows(start, asKept(before.rows)).rows[0]?.chosen).toBeNull()
})

it.each([[undefined], ['text'], [[{ id: 5 }]]])('stays as it was read where %j is all that was kept', (typed) => {
  expect(withTypedRows(start, typed)).toBe(start)
})
