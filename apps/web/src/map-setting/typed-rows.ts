import { MapRow } from '@mimamori/contract/site-map'
import { z } from 'zod'
import { type MapFormState, newKey } from './map-form-state.ts'
import { emptyRow, type RowDraft } from './map-rows.ts'

const TypedPlace = MapRow.pick({
  latitude: true,
  longitude: true,
  rotation: true,
  zoom: true,
  angleCoordinate1: true,
  angleCoordinate2: true,
  angleCoordinate3: true,
  angleCoordinate4: true,
  imageLatitude: true,
  imageLongitude: true,
  imageRotation: true,
  imageZoom: true,
})

const TypedRow = MapRow.pick({ locationName: true, type: true, sismilType: true, imageMetres: true }).extend({
  id: z.number().int().nullable(),
  floor: z.string(),
  place: TypedPlace,
})

/** What is typed into rows, as text can hold it: all but the files that were chosen. */
export const typedOf = (rows: readonly RowDraft[]): z.infer<typeof TypedRow>[] =>
  rows.map(({ id, locationName, floor, type, sismilType, imageMetres, place }) => ({
    id,
    locationName,
    floor,
    type,
    sismilType,
    imageMetres,
    place,
  }))

/** The form with what was typed before the session ended; as it is where that says nothing that it could take. */
export const withTypedRows = (state: MapFormState, typed: unknown): MapFormState => {
  const { data } = z.array(TypedRow).safeParse(typed)
  if (data === undefined) return state
  const savedRow = (id: number | null) => state.saved.rows.find((row) => row.id !== null && row.id === id)
  return { ...state, rows: data.map((row) => ({ ...(savedRow(row.id) ?? emptyRow(newKey())), ...row })) }
}
