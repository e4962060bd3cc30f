import type { Selectable } from 'kysely'
import { booleans, doubles, instants, integers, jsons, reals, smallints } from './binary-columns.ts'
import { arrayOf } from './columns.ts'

/** What values of each kind are in a list of columns: instants are epoch ms, JSON is text. */
type Values = { number: number; boolean: boolean; instant: number; word: string; json: string }

type Kind = keyof Values

/** The kind of a column by the type of its values as they are read. */
type KindOf<Stored> = unknown extends Stored
  ? 'json'
  : NonNullable<Stored> extends Date
    ? 'instant'
    : NonNullable<Stored> extends number
      ? 'number'
      : NonNullable<Stored> extends boolean
        ? 'boolean'
        : 'word'

type ValueOf<Stored> = Values[KindOf<Stored>] | (null extends Stored ? null : never)

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name

/** How the values of a column are sent as one parameter. */
export type Encoder<Of extends Kind> = {
  readonly kind: Of
  /** As `format_type()` names it. */
  readonly type: string
  readonly encode: <Item>(items: readonly Item[], value: (item: Item) => Values[Of] | null) => unknown
}

const encoderOf = <Of extends Kind>(kind: Of, type: string, encode: Encoder<Of>['encode']): Encoder<Of> => ({
  kind,
  type,
  encode,
})

export const asBoolean = encoderOf('boolean', 'boolean', booleans)
export const asSmallint = encoderOf('number', 'smallint', smallints)
export const asInteger = encoderOf('number', 'integer', integers)
export const asReal = encoderOf('number', 'real', reals)
export const asDouble = encoderOf('number', 'double precision', doubles)
/** From epoch ms. */
export const asInstant = encoderOf('instant', 'timestamp with time zone', instants)
/** Plain words, as `arrayOf` takes them. */
export const asWord = encoderOf('word', 'text', arrayOf)
/** From its text. */
export const asJson = encoderOf('json', 'json', jsons)

/** A column of a statement: its name, its type, and how its values are sent for a list of items. */
export type Column<Item> = {
  readonly name: string
  readonly type: string
  readonly value: (item: Item) => number | boolean | string | null
  readonly values: (items: readonly Item[]) => unknown
}

/**
 * The ways to declare columns of a table, of which each is a name, an encoder and a value; a name whose type in the table is another
 * does not compile.
 *
 * - `field`: the column has the name of the value, which is in an object of the item (`battery` in a reading), so that no other
 *   value can be given to it
 * - `computed`: any value
 */
export const columnsOf = <Table, Item>() => {
  type Name = keyof Selectable<Table> & string
  type Stored<Of extends Name> = Selectable<Table>[Of]

  const computed = <Of extends Name>(
    name: Of,
    { type, encode }: Encoder<KindOf<Stored<Of>>>,
    value: (item: Item) => ValueOf<Stored<Of>>,
  ): Column<Item> => ({ name, type, value, values: (items) => encode<Item>(items, value) })

  const field = <Of extends Name>(
    name: Of,
    encoder: Encoder<KindOf<Stored<Of>>>,
    holderOf: (
      item: Item,
    ) => { readonly [Key in CamelCase<Of>]: ValueOf<Stored<Of>> } | (null extends Stored<Of> ? null | undefined : never),
  ): Column<Item> => {
    const key = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Of>
    const { type, encode } = encoder
    const value = (item: Item) => holderOf(item)?.[key] ?? null
    return { name, type, value, values: (items) => encode<Item>(items, value) }
  }

  return { computed, field }
}

/** The names of columns, as a statement lists them. */
export const namesOf = (columns: readonly Column<never>[]): string => columns.map(({ name }) => name).join(', ')

/**
 * What a `select` lists to read the columns from parameters, one row an item. Columns unnested in `from` would each be written to a
 * store of their own and read again; in a select list they are not.
 * @param first the number of the first column's parameter
 */
export const selectListOf = (columns: readonly Column<never>[], first: number): string =>
  columns.map(({ name, type }, index) => `unnest($${first + index}::${type}[]) as ${name}`).join(', ')

/** The parameters of the columns for the items. */
export const parametersOf = <Item>(columns: readonly Column<Item>[], items: readonly Item[]): unknown[] =>
  columns.map(({ values }) => values(items))
