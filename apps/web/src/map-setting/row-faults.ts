import { labels } from '@mimamori/contract/labels'
import { MapDraft } from '@mimamori/contract/site-map'
import { findPlaceFaults } from '@mimamori/heat/map-place-faults'
import { check } from '../kit/form/check.ts'
import type { ErrorLine } from '../platform/call-error.ts'
import { bodyOf, hasDrawing, liesOnWorld, newPicture, type RowDraft } from './map-rows.ts'

/** What of a row can be wrong, in the order of the table. */
export const parts = ['locationName', 'floor', 'sismilType', 'type', 'metres', 'picture', 'place'] as const
export type Part = (typeof parts)[number]

/** One thing to mend in a row; of the whole row where no part is to blame. */
export type RowFault = { readonly part: Part | null; readonly text: string }

const { siteMap } = labels

/** What the parts are called on the screen. */
export const partNames: Readonly<Record<Part, string>> = {
  locationName: siteMap.locationName,
  floor: siteMap.floor,
  sismilType: siteMap.sismilType,
  type: siteMap.type,
  metres: siteMap.imageMetres,
  picture: '新しい図面',
  place: '地図の位置',
}

/** The id of the control that mends a part of a row. */
export const partId = (rowKey: string, part: Part): string => `${rowKey}-${part}`

const ownParts: Readonly<Record<string, Part>> = {
  locationName: 'locationName',
  floor: 'floor',
  sismilType: 'sismilType',
  type: 'type',
  imageMetres: 'metres',
  mapImage: 'picture',
  imageName: 'picture',
}

/** The part of the screen that a field of the contract is changed by; every other one is of the place on the world. */
const partOf = (field: string): Part => ownParts[field] ?? 'place'

const needsPicture = 'この種類のマップには図面が必要です。JPG か PNG を選んでください。'
const needsPlace = '図面を地図のどこに重ねるかを決めてください。'

/** Why a chosen file was refused, where nothing else serves as the drawing: known as soon as it is chosen. */
export const fileFaultsOf = (row: RowDraft): readonly { readonly part: Part; readonly text: string }[] =>
  hasDrawing(row) && newPicture(row) === null && row.refused !== null ? [{ part: 'picture', text: row.refused.text }] : []

/** What is wrong with a row as it is typed, in the order of the table; each part says its first fault. */
export const faultsOf = (row: RowDraft): readonly RowFault[] => {
  const found = new Map<Part, string>()
  const note = (part: Part, text: string) => {
    if (!found.has(part)) found.set(part, text)
  }
  const checked = check(MapDraft, bodyOf(row))
  if (!checked.good) for (const [field, text] of Object.entries(checked.errors)) note(partOf(field), text)
  for (const { part, text } of fileFaultsOf(row)) note(part, text)
  if (hasDrawing(row) && liesOnWorld(row)) {
    // Without a drawing there is nothing to lay over the map.
    if (row.picture === null && newPicture(row) === null) note('picture', needsPicture)
    else if (row.place.angleCoordinate1 === null) note('place', needsPlace)
  }
  for (const { field, text } of findPlaceFaults(row.place, row.savedPlace ?? undefined)) note(partOf(field), text)
  return parts.flatMap((part) => {
    const text = found.get(part)
    return text === undefined ? [] : [{ part, text }]
  })
}

const fieldsByLabel = new Map(Object.entries(siteMap).map(([field, label]) => [label as string, field]))

/** A line of the server (建物・工区：この項目は必須です。) as a fault of the row it is numbered for. */
export const faultOfLine = (text: string): RowFault => {
  const [, label = '', remedy = ''] = /^([^：]{1,30})：(.+)$/s.exec(text) ?? []
  const field = fieldsByLabel.get(label)
  return field === undefined ? { part: null, text } : { part: partOf(field), text: remedy }
}

/** The server's faults by the key of the row they are numbered for, from 1; undefined where a line belongs to no row. */
export const faultsOfLines = (
  lines: readonly ErrorLine[],
  rowKeys: readonly string[],
): Readonly<Record<string, readonly RowFault[]>> | undefined => {
  const found: Record<string, RowFault[]> = {}
  for (const { row, text } of lines) {
    const key = row === null ? undefined : rowKeys[row - 1]
    if (key === undefined) return undefined
    ;(found[key] ??= []).push(faultOfLine(text))
  }
  return found
}
