import { expect, it } from 'vitest'
import { loadedState, type MapFormAction, type MapFormState, reduceMapForm, shownFaults } from './map-form-state.ts'

const empty = loadedState({ data: [], count: 0, version: 1 })
const after = (state: MapFormState, ...actions: readonly MapFormAction[]) => actions.reduce(reduceMapForm, state)
const textsOf = (state: MapFormState, key: string) => (shownFaults(state)[key] ?? []).map(({ part }) => part)
const two = after(empty, { kind: 'add', key: 'a' }, { kind: 'add', key: 'b' })

it('shows faults from the first attempt to save on, also of rows that were added before it alone', () => {
  expect(shownFaults(two)).toEqual({})
  const tried = after(two, { kind: 'try' }, { kind: 'add', key: 'c' })
  expect(Object.keys(shownFaults(tried))).toEqual(['a', 'b'])
})

it('shows what the server found until the field that it is about is changed', () => {
  const faults = { a: [{ part: 'floor', text: '長すぎます。' } as const, { part: null, text: '重なっています。' } as const] }
  const refused = after(two, { kind: 'refuse', faults })
  expect(textsOf(refused, 'a')).toEqual(['floor', null])
  expect(textsOf(after(refused, { kind: 'change', key: 'b', values: { floor: '1F' } }), 'a')).toEqual(['floor', null])
  expect(textsOf(after(refused, { kind: 'change', key: 'a', values: { locationName: 'A' } }), 'a')).toEqual(['floor'])
  expect(textsOf(after(refused, { kind: 'change', key: 'a', values: { floor: '1F' } }), 'a')).toEqual([])
})

it('moves and removes rows, and forgets nothing of what was loaded', () => {
  const changed = after(two, { kind: 'move', from: 0, to: 1 }, { kind: 'remove', key: 'a' })
  expect(changed.rows.map(({ key }) => key)).toEqual(['b'])
  expect(changed.saved).toEqual(empty.saved)
})

it('notes by which key a drawing was stored, of the row that still has it', () => {
  const chosen = { file: new File([], 'plan.png'), width: 1, height: 1, storedAs: null }
  const sent = after(
    two,
    { kind: 'change', key: 'a', values: { chosen } },
    { kind: 'store', key: 'a', storedAs: 'k' },
    { kind: 'store', key: 'b', storedAs: 'k' },
  )
  expect(sent.rows.map((row) => row.chosen?.storedAs)).toEqual(['k', undefined])
})

it('is saving until its end, and begins again with what was saved', () => {
  const saving = after(two, { kind: 'try' }, { kind: 'save' })
  const saved = after(saving, { kind: 'load', list: { data: [], count: 0, version: 2 }, keys: [] })
  expect([saved.isSaving, saved.saved.version, saved.tried.size]).toEqual([true, 2, 0])
  expect(after(saved, { kind: 'end' }).isSaving).toBe(false)
})
