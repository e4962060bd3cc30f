import type { SettingRow, SettingOrigin } from '@mimamori/contract/master-setting'
import { settingFaults } from '@mimamori/contract/setting-faults'
import { settingField, type SettingName, settingNameOf, settingOf, type SettingOwner } from '@mimamori/contract/settings'

/** Own values that are not saved yet, as typed; null where one is taken back. */
export type Draft = Readonly<Record<string, string | null>>

/** What a form holds: the settings in force as the server answered them, and what is not saved yet. */
export type SettingState = { readonly owner: SettingOwner; readonly rows: readonly SettingRow[]; readonly draft: Draft }

/** A setting as the form shows it. */
export type ShownSetting = {
  readonly name: SettingName
  readonly value: string
  readonly source: SettingOrigin
  /** True where the value is the company's or site's own that the form is of. */
  readonly own: boolean
  readonly without: SettingRow['without']
  /** The value in force before the change. */
  readonly before: string
  readonly changed: boolean
}

const rowOf = ({ rows }: SettingState, [type, key]: SettingName): SettingRow | undefined =>
  rows.find((row) => row.type === type && row.key === key)

const ownOf = (owner: SettingOwner, row: SettingRow) => (row.source === owner ? row.value : null)

/** A value as it is kept: 015 is 15, and 0 minutes act as 1. */
const storedValue = (name: SettingName, text: string): string => {
  const read = settingOf(...name).schema.safeParse(text)
  return read.success ? String(read.data) : text
}

/** The own value that a draft asks for. What others say anyway is no own value. */
const wantedOf = (name: SettingName, row: SettingRow, text: string | null) => {
  if (text === null) return null
  const value = storedValue(name, text)
  return value === row.without.value ? null : value
}

/** A setting as it shows; undefined where the server did not answer it. */
export const shownOf = (state: SettingState, name: SettingName): ShownSetting | undefined => {
  const row = rowOf(state, name)
  if (row === undefined) return undefined
  const { value: before, source, without } = row
  const typed = state.draft[settingField(name)]
  const base = { name, before, without }
  if (typed === undefined) return { ...base, value: before, source, own: source === state.owner, changed: false }
  const wanted = wantedOf(name, row, typed)
  return {
    ...base,
    value: typed ?? without.value,
    source: wanted === null ? without.source : state.owner,
    own: wanted !== null,
    changed: wanted !== ownOf(state.owner, row),
  }
}

/** The draft with a setting typed, or taken back where the text is null. */
export const withTyped = (state: SettingState, name: SettingName, text: string | null): Draft => {
  const row = rowOf(state, name)
  const { [settingField(name)]: _, ...rest } = state.draft
  const own = row === undefined ? null : ownOf(state.owner, row)
  const typedValue = text === row?.without.value ? null : text
  return typedValue === own ? rest : { ...rest, [settingField(name)]: typedValue }
}

const shownSettings = (state: SettingState): ShownSetting[] =>
  state.rows.flatMap(({ type, key }) => {
    const name = settingNameOf(type, key)
    const shown = name && shownOf(state, name)
    return shown === undefined ? [] : [shown]
  })

/** What is not saved yet, in the order of the settings. */
export const changedOf = (state: SettingState): ShownSetting[] => shownSettings(state).filter(({ changed }) => changed)

/** The changes as the server takes them, each with the version that it was made on. */
export const bodyOf = (state: SettingState) =>
  changedOf(state).map(({ name, value, own }) => ({
    type: name[0],
    key: name[1],
    value: own ? value : null,
    version: rowOf(state, name)?.version ?? 0,
  }))

/** What is wrong with what was typed, by field. */
export const faultsOf = (state: SettingState): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    changedOf(state).flatMap(({ name, value, own }) => {
      const faults = own ? settingFaults(name, value) : []
      return faults.length === 0 ? [] : [[settingField(name), faults]]
    }),
  )

/** How many settings differ from what would be in force without own ones. */
export const ownCount = (state: SettingState): number => shownSettings(state).filter(({ own }) => own).length

/** The draft once the settings were read again: what somebody else changed meanwhile is shown as they left it. */
export const draftAfter = ({ rows: before, draft }: SettingState, after: readonly SettingRow[]): Draft => {
  const version = (rows: readonly SettingRow[], field: string) => rows.find(({ type, key }) => `${type}.${key}` === field)?.version
  return Object.fromEntries(Object.entries(draft).filter(([field]) => version(before, field) === version(after, field)))
}
