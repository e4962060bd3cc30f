import type { MapDraft, MapRow } from '@mimamori/contract/site-map'
import type { z } from 'zod'
import { type MapPlace, nowhere, placeOf } from './map-place.ts'

/** A drawing that the server has. */
export type StoredPicture = {
  readonly key: string
  readonly name: string | null
  /** Pixels and bytes; null where nobody has measured them. */
  readonly width: number | null
  readonly height: number | null
  readonly size: number | null
}

/** A drawing that was chosen and is not saved yet. */
export type ChosenPicture = {
  readonly file: File
  /** Pixels as it is seen upright. */
  readonly width: number
  readonly height: number
  /** The key it is stored by, once it was sent; a save that fails after that need not send it again. */
  readonly storedAs: string | null
}

/** A file that was chosen and cannot be taken. */
export type RefusedPicture = { readonly name: string; readonly size: number; readonly text: string }

/** A row of the table: a map as it is typed. */
export type RowDraft = {
  /** Which row it is, wherever it is moved to. */
  readonly key: string
  /** Null until it is saved. */
  readonly id: number | null
  /** Its type as the server has it. */
  readonly savedType: number | null
  /** Its place as the server has it; null until it is saved. */
  readonly savedPlace: MapPlace | null
  readonly locationName: string
  readonly floor: string
  readonly type: number
  readonly sismilType: number
  readonly imageMetres: number | null
  readonly place: MapPlace
  readonly picture: StoredPicture | null
  readonly chosen: ChosenPicture | null
  readonly refused: RefusedPicture | null
}

/** A row that nobody has typed into. */
export const emptyRow = (key: string): RowDraft => ({
  key,
  id: null,
  savedType: null,
  savedPlace: null,
  locationName: '',
  floor: '',
  type: 1,
  sismilType: 1,
  imageMetres: null,
  place: nowhere,
  picture: null,
  chosen: null,
  refused: null,
})

/** A row as the server has it. */
export const rowOf = (map: MapRow, key: string): RowDraft => ({
  key,
  id: map.id,
  savedType: map.type,
  savedPlace: placeOf(map),
  locationName: map.locationName,
  floor: map.floor ?? '',
  type: map.type,
  sismilType: map.sismilType,
  imageMetres: map.imageMetres,
  place: placeOf(map),
  picture:
    map.mapImage === null
      ? null
      : { key: map.mapImage, name: map.imageName, width: map.imageWidth, height: map.imageHeight, size: map.imageSize },
  chosen: null,
  refused: null,
})

/** Whether a map of this type shows a drawing. */
export const hasDrawing = ({ type }: Pick<RowDraft, 'type'>): boolean => type !== 2

/** Whether a map of this type lies on the world. */
export const liesOnWorld = ({ type }: Pick<RowDraft, 'type'>): boolean => type !== 1

/** What the row is called: 「A工区 3F」. */
export const nameOf = ({ locationName, floor }: Pick<RowDraft, 'locationName' | 'floor'>): string =>
  [locationName.trim(), floor.trim()].filter((part) => part !== '').join(' ') || '名前のない行'

/** The new drawing that a save sends. */
export const newPicture = (row: RowDraft): ChosenPicture | null => (hasDrawing(row) ? row.chosen : null)

/** A row as a save sends it. A drawing that is not stored yet is named by the key of its file, so that two of them differ. */
export const bodyOf = (row: RowDraft): z.input<typeof MapDraft> => {
  const chosen = newPicture(row)
  return {
    id: row.id,
    locationName: row.locationName,
    floor: row.floor,
    type: row.type,
    sismilType: row.sismilType,
    mapImage:
      chosen === null
        ? (row.picture?.key ?? null)
        : (chosen.storedAs ?? [chosen.file.name, chosen.file.size, chosen.file.lastModified].join(' ').slice(-200)),
    imageName: chosen === null ? (row.picture?.name ?? null) : chosen.file.name,
    imageMetres: row.type === 1 ? row.imageMetres : null,
    ...row.place,
  }
}

/** Whether a save would change anything. */
export const differs = (rows: readonly RowDraft[], saved: readonly RowDraft[]): boolean =>
  JSON.stringify(rows.map(bodyOf)) !== JSON.stringify(saved.map(bodyOf))

/** The rows with one moved to another place. */
export const moved = <Row>(rows: readonly Row[], from: number, to: number): readonly Row[] => {
  const rest = rows.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}

/** The new place of a row after one step up (-1) or down (1): beyond one end it comes in at the other. */
export const stepFrom = (index: number, step: -1 | 1, count: number): number => (index + step + count) % count
