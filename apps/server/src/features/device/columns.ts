import { barometerFile, gatewayFile, type GatewayDraft, heatWatcherFile, keysOf } from '@mimamori/contract'
import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { z } from 'zod'
import { columnsOf } from '../../platform/database/column-of.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { japanese } from '../../platform/database/list-order.ts'

const { id: _, ...ofBarometers } = barometerFile
const { serialNumber: _s, ...ofHeatWatchers } = heatWatcherFile
const { serialNumber: _n, gatewayType: _t, ...ofGateways } = gatewayFile
const fields = { ...ofBarometers, ...ofHeatWatchers, ...ofGateways }

/** What people decide about a device, beside which one it is. */
export type StoredField = keyof typeof fields

/**
 * The column of `device` that keeps each field. A field is kept in the column of its own name; one that has another is
 * named here. Forms, files and the audit log all follow from this: a new field of the contract needs its column and no
 * more, and does not compile without.
 */
export const storedFields = {
  ...columnsOf(keysOf(fields)),
  status: 'on_map',
} as const satisfies Record<StoredField, keyof Database['device']>

/** These fields of a kind's row. */
export type Stored<Row> = Pick<Row, Extract<keyof Row, StoredField>>

type Form = {
  /** SQL: what rows and the audit log say, from the column. */
  readonly shown?: (column: string) => string
  /** What the column keeps, from what a form sends. */
  readonly kept?: (sent: string) => number | boolean
  /** SQL: how a new device begins where its cell in a file is empty; one that is there already stays as it is. */
  readonly begins?: string
}

/** The fields that are not plain text, which is kept as it is sent and shown, and begins empty. */
const forms: { readonly [Field in StoredField]?: Form } = {
  installationStatus: { shown: (column) => `${column}::text`, kept: Number, begins: '1' },
  status: { shown: (column) => `case when ${column} then '1' else '0' end`, kept: (sent) => sent === '1', begins: 'true' },
  keepMapInfo: { begins: 'false' },
  restPlace: { begins: 'false' },
}

const isStored = (field: string): field is StoredField => Object.hasOwn(storedFields, field)

/** SQL: the fields that a kind's file names, as its rows show them; `alias` is the device's. */
export const shownFields = (file: Readonly<Record<string, string>>, alias: string): [field: string, shown: string][] =>
  Object.keys(file)
    .filter(isStored)
    .map((field) => {
      const column = `${alias}.${storedFields[field]}`
      return [field, forms[field]?.shown?.(column) ?? column]
    })

/** The same as a part of a select list, of the device `d`. */
export const selectFields = (file: Readonly<Record<string, string>>): RawBuilder<unknown> =>
  sql.raw(
    shownFields(file, 'd')
      .map(([field, shown]) => `${shown} as "${field}"`)
      .join(', '),
  )

/** What a list can be sorted by of these fields: text as people read it, codes in the order of life. */
export const fieldSortKeys = <File extends Readonly<Record<string, string>>>(file: File) =>
  Object.fromEntries(
    Object.keys(file)
      .filter(isStored)
      .map((field) => {
        const column = `d.${storedFields[field]}`
        return [field, forms[field] === undefined ? japanese(column) : sql.ref(column)]
      }),
  ) as Record<keyof File & StoredField, RawBuilder<unknown>>

/** What a form says of a device; what is left out stays, or is the database's default. */
export type StoredDraft = { readonly [Field in StoredField]?: z.output<typeof GatewayDraft>[Field] | undefined }

/** What a draft decides, by the columns that keep it. */
export const valuesOf = (draft: StoredDraft): Pick<Updateable<Database['device']>, (typeof storedFields)[StoredField]> =>
  Object.fromEntries(
    Object.entries(draft)
      .filter(([field, sent]) => isStored(field) && sent !== undefined)
      .map(([field, sent]) => {
        const storedForm = forms[field as StoredField]?.kept
        return [storedFields[field as StoredField], storedForm === undefined ? sent : storedForm(String(sent))]
      }),
  )

const beginnings = new Map<string, string | undefined>(keysOf(storedFields).map((field) => [storedFields[field], forms[field]?.begins]))

/** SQL: what a file's row `s` sets a column to, of a new device and of one that is there (`d`). */
export const fromFile = (column: string): { readonly made: string; readonly kept: string } => {
  const begins = beginnings.get(column)
  if (begins === undefined) return { made: `s.${column}`, kept: `s.${column}` }
  return { made: `coalesce(s.${column}, ${begins})`, kept: `coalesce(s.${column}, d.${column})` }
}
