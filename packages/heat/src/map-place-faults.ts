import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { coveredSquareMetres, readCorners } from './map-place.ts'

/** Where a map lies on the world, in the fields of the contract. */
export type PlaceFields = {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly imageLatitude: number | null
  readonly imageLongitude: number | null
  readonly angleCoordinate1: string | null
  readonly angleCoordinate2: string | null
  readonly angleCoordinate3: string | null
  readonly angleCoordinate4: string | null
}

/** A field to correct, and the remedy in words. */
type PlaceFault = { readonly field: keyof PlaceFields; readonly text: string }

const pairs = [
  ['latitude', 'longitude'],
  ['imageLatitude', 'imageLongitude'],
] as const

const cornerFields = ['angleCoordinate1', 'angleCoordinate2', 'angleCoordinate3', 'angleCoordinate4'] as const

/** No drawing of a site covers less, in square metres. */
const leastArea = 1

const isFlat = (place: PlaceFields): boolean => {
  const corners = readCorners(cornerFields.map((field) => place[field]))
  return corners !== undefined && coveredSquareMetres(corners) < leastArea
}

/**
 * What is wrong with a map's place as a whole: a latitude without a longitude or the other way round, corners that enclose
 * nothing. A fault that was saved before this was checked is no reason to refuse the rest of the list.
 * @param saved the place as it is stored; undefined for a new map
 */
export const findPlaceFaults = (place: PlaceFields, saved: PlaceFields | undefined): PlaceFault[] => {
  const isSame = (fields: readonly (keyof PlaceFields)[]) => saved !== undefined && fields.every((field) => place[field] === saved[field])
  const halves = pairs.flatMap((pair): PlaceFault[] => {
    const missing = pair.find((field) => place[field] === null)
    const given = pair.find((field) => place[field] !== null)
    if (missing === undefined || given === undefined || isSame(pair)) return []
    const words = { given: labels.siteMap[given], missing: labels.siteMap[missing] }
    return [{ field: missing, text: message('mapHalfPlace', words) }]
  })
  if (isSame(cornerFields) || !isFlat(place)) return halves
  return [...halves, { field: 'angleCoordinate1', text: message('mapFlatCorners') }]
}
