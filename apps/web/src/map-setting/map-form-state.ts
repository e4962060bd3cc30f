import type { siteMap } from '@mimamori/contract/site-map'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { emptyRow, moved, rowOf, type RowDraft } from './map-rows.ts'
import { faultsOf, fileFaultsOf, type RowFault } from './row-faults.ts'
import type { Sending } from './send-pictures.ts'

/** The maps of a site and the version of their list. */
export type MapList = AnswerOf<typeof siteMap.list>

/** What is wrong, by the key of the row. */
export type Faults = Readonly<Record<string, readonly RowFault[]>>

export type MapFormState = {
  readonly rows: readonly RowDraft[]
  /** The rows as they were read or saved last, with the version of their list. */
  readonly saved: { readonly rows: readonly RowDraft[]; readonly version: MapList['version'] }
  /** The rows that somebody has tried to save: their faults are shown. */
  readonly tried: ReadonlySet<string>
  /** What the server found. */
  readonly refused: Faults
  readonly isSaving: boolean
  /** The new drawings on their way. */
  readonly sending: Sending | undefined
}

export type MapFormAction =
  /** Read or saved: the rows keep these keys, in their order. */
  | { readonly kind: 'load'; readonly list: MapList; readonly keys: readonly string[] }
  | { readonly kind: 'change'; readonly key: string; readonly values: Partial<RowDraft> }
  | { readonly kind: 'add'; readonly key: string }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'move'; readonly from: number; readonly to: number }
  | { readonly kind: 'try' }
  | { readonly kind: 'refuse'; readonly faults: Faults }
  | { readonly kind: 'save' }
  | { readonly kind: 'send'; readonly step: Sending | undefined }
  | { readonly kind: 'store'; readonly key: string; readonly storedAs: string }
  | { readonly kind: 'end' }
  /** Drops everything that is not saved. */
  | { readonly kind: 'discard' }

let made = 0
export const newKey = (): string => `map-${(made += 1)}`

// A fault that the server found stays until the field it is about is changed.
const isAbout = ({ part }: RowFault, values: Partial<RowDraft>): boolean => {
  if (part === null) return true
  if (part === 'metres') return 'imageMetres' in values
  if (part === 'picture') return 'chosen' in values || 'type' in values
  return part in values || (part === 'place' && 'type' in values)
}

/** The form of a list as it was read, or saved under these keys. */
export const loadedState = ({ data, version }: MapList, keys: readonly string[] = []): MapFormState => {
  const rows = data.map((map, index) => rowOf(map, keys[index] ?? newKey()))
  return { rows, saved: { rows, version }, tried: new Set(), refused: {}, isSaving: false, sending: undefined }
}

const withRow = (rows: readonly RowDraft[], key: string, change: (row: RowDraft) => RowDraft) =>
  rows.map((row) => (row.key === key ? change(row) : row))

/** The form after somebody did something, or the save got further. */
export const reduceMapForm = (state: MapFormState, action: MapFormAction): MapFormState => {
  const { rows, refused } = state
  switch (action.kind) {
    case 'load':
      return { ...loadedState(action.list, action.keys), isSaving: state.isSaving, sending: state.sending }
    case 'change': {
      const { key, values } = action
      const others = (refused[key] ?? []).filter((fault) => !isAbout(fault, values))
      return { ...state, rows: withRow(rows, key, (row) => ({ ...row, ...values })), refused: { ...refused, [key]: others } }
    }
    case 'add':
      return { ...state, rows: [...rows, emptyRow(action.key)] }
    case 'remove':
      return { ...state, rows: rows.filter(({ key }) => key !== action.key) }
    case 'move':
      return { ...state, rows: moved(rows, action.from, action.to) }
    case 'try':
      return { ...state, tried: new Set(rows.map(({ key }) => key)), refused: {} }
    case 'refuse':
      return { ...state, refused: action.faults }
    case 'save':
      return { ...state, isSaving: true }
    case 'send':
      return { ...state, sending: action.step }
    case 'store': {
      const { key, storedAs } = action
      const asStored = (row: RowDraft) => (row.chosen === null ? row : { ...row, chosen: { ...row.chosen, storedAs } })
      return { ...state, rows: withRow(rows, key, asStored) }
    }
    case 'end':
      return { ...state, isSaving: false, sending: undefined }
    case 'discard':
      return { ...state, rows: state.saved.rows, tried: new Set(), refused: {} }
    default:
      action satisfies never
      return state
  }
}

/** What is wrong by row, in the order of the rows: before the first attempt to save only which file was refused. */
export const shownFaults = ({ rows, tried, refused }: Pick<MapFormState, 'rows' | 'tried' | 'refused'>): Faults =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const own = tried.has(row.key) ? faultsOf(row) : fileFaultsOf(row)
      const others = (refused[row.key] ?? []).filter(({ part }) => part === null || own.every((fault) => fault.part !== part))
      const all = [...own, ...others]
      return all.length === 0 ? [] : [[row.key, all]]
    }),
  )
