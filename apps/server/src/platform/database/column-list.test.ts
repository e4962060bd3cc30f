import type { ColumnType } from 'kysely'
import { expect, expectTypeOf, it } from 'vitest'
import { asInstant, asInteger, asJson, asSmallint, asWord, columnsOf, namesOf, parametersOf, selectListOf } from './column-list.ts'

type Table = {
  id: number
  slave_battery: number | null
  place: string | null
  at: ColumnType<Date, Date | string, Date | string> | null
  judge: unknown
}
type Item = { readonly id: number; readonly sent: { readonly slaveBattery: number | null; readonly battery: number | null } | null }

const { field, computed } = columnsOf<Table, Item>()

const columns = [
  field('id', asInteger, (item) => item),
  field('slave_battery', asSmallint, ({ sent }) => sent),
  computed('place', asWord, ({ id }) => `place-${id}`),
  computed('judge', asJson, ({ id }) => JSON.stringify({ id })),
  computed('judge', asJson, () => null),
]

it('a list of columns gives a statement its names, its parameters in their order, and their values', () => {
  expect(namesOf(columns.slice(0, 3))).toBe('id, slave_battery, place')
  expect(selectListOf(columns.slice(1, 4), 2)).toBe(
    'unnest($2::smallint[]) as slave_battery, unnest($3::text[]) as place, unnest($4::json[]) as judge',
  )
  const items = [
    { id: 1, sent: { slaveBattery: 4, battery: 2 } },
    { id: 2, sent: null },
  ]
  const [ids, batteries, places, judged, unjudged] = parametersOf(columns, items)
  expect([ids, batteries]).toEqual([asInteger.encode(items, ({ id }) => id), asSmallint.encode([4, null], (value) => value)])
  expect([places, judged]).toEqual(['{place-1,place-2}', asJson.encode(['{"id":1}', '{"id":2}'], (text) => text)])
  expect(unjudged).toEqual(asJson.encode(items, () => null))
})

it('a column takes no value of another name, no encoder of another type, and no null that its table refuses', () => {
  expectTypeOf(field<'slave_battery'>)
    .parameter(2)
    .returns.toEqualTypeOf<{ readonly slaveBattery: number | null } | null | undefined>()
  expectTypeOf(field<'id'>)
    .parameter(2)
    .returns.toEqualTypeOf<{ readonly id: number }>()
  expectTypeOf(computed<'id'>)
    .parameter(2)
    .returns.toEqualTypeOf<number>()
  expectTypeOf(asInstant).not.toExtend<Parameters<typeof computed<'slave_battery'>>[1]>()
  expectTypeOf(asSmallint).not.toExtend<Parameters<typeof computed<'at'>>[1]>()
  expectTypeOf(asWord).not.toExtend<Parameters<typeof computed<'judge'>>[1]>()
  expectTypeOf(asInstant).toExtend<Parameters<typeof computed<'at'>>[1]>()
})
