import { type MapDraft, mapDefaults, message, readDecimal } from '@mimamori/contract'
import { labels } from '@mimamori/contract/labels'
import { findPlaceFaults, type PlaceFields } from '@mimamori/heat/map-place-faults'
import type { ExistingMap } from './change-store.ts'

/** What a row leaves out stays as it is, and begins without a value. */
const unlessSaid = <Value>(angles: Value | undefined, storedMap: Value | undefined): Value | null =>
  angles === undefined ? (storedMap ?? null) : angles

// One text for one place: '35.10, 139' and '35.1,139' are the same corner.
const plainCorner = (corner: string): string =>
  corner
    .split(',')
    .map((part) => String(readDecimal(part)))
    .join(',')

const cornersOf = (draft: MapDraft, storedMap: ExistingMap | undefined): ExistingMap['corners'] => {
  const angles = [draft.angleCoordinate1, draft.angleCoordinate2, draft.angleCoordinate3, draft.angleCoordinate4]
  const corners = angles.map((corner, index) =>
    corner === undefined ? (storedMap?.corners?.[index] ?? null) : corner && plainCorner(corner),
  )
  return corners.every((corner) => corner === null) ? null : corners
}

/** The map that a row makes of the one that is kept, or a new one; its position is its place in the list (spec §4, §5, §9). */
export const draftedMap = (draft: MapDraft, storedMap: ExistingMap | undefined, position: number): ExistingMap => {
  const type = unlessSaid(draft.type, storedMap?.type) ?? mapDefaults.type
  const isLaid = type === 3
  const isSamePicture = draft.mapImage === undefined || draft.mapImage === storedMap?.mapImage
  return {
    position,
    locationName: draft.locationName,
    floor: unlessSaid(draft.floor, storedMap?.floor),
    type,
    sismilType: unlessSaid(draft.sismilType, storedMap?.sismilType) ?? mapDefaults.sismilType,
    mapImage: unlessSaid(draft.mapImage, storedMap?.mapImage),
    imageName: draft.imageName ?? (isSamePicture ? (storedMap?.imageName ?? null) : null),
    imageMetres: unlessSaid(draft.imageMetres, storedMap?.imageMetres),
    latitude: unlessSaid(draft.latitude, storedMap?.latitude),
    longitude: unlessSaid(draft.longitude, storedMap?.longitude),
    rotation: unlessSaid(draft.rotation, storedMap?.rotation) ?? mapDefaults.rotation,
    zoom: unlessSaid(draft.zoom, storedMap?.zoom) ?? mapDefaults.zoom,
    corners: cornersOf(draft, storedMap),
    imageLatitude: unlessSaid(draft.imageLatitude, storedMap?.imageLatitude) ?? (isLaid ? mapDefaults.latitude : null),
    imageLongitude: unlessSaid(draft.imageLongitude, storedMap?.imageLongitude) ?? (isLaid ? mapDefaults.longitude : null),
    imageRotation: unlessSaid(draft.imageRotation, storedMap?.imageRotation) ?? mapDefaults.imageRotation,
    imageZoom: unlessSaid(draft.imageZoom, storedMap?.imageZoom) ?? mapDefaults.imageZoom,
  }
}

/** What is missing of a map, in words; a drawing over the world needs its file and its place (spec §5). */
export const lackOf = ({ type, mapImage, corners, floor, locationName }: ExistingMap): string | undefined =>
  type === 3 && (mapImage === null || corners?.[0] == null) ? message('mapFloor', { floor: floor ?? locationName }) : undefined

const placeFieldsOf = ({ corners, latitude, longitude, imageLatitude, imageLongitude }: ExistingMap): PlaceFields => ({
  latitude,
  longitude,
  imageLatitude,
  imageLongitude,
  angleCoordinate1: corners?.[0] ?? null,
  angleCoordinate2: corners?.[1] ?? null,
  angleCoordinate3: corners?.[2] ?? null,
  angleCoordinate4: corners?.[3] ?? null,
})

/** What is wrong with where a map lies, a line for each field to correct. */
export const placeFaultLines = (map: ExistingMap, storedMap: ExistingMap | undefined): string[] =>
  findPlaceFaults(placeFieldsOf(map), storedMap && placeFieldsOf(storedMap)).map(({ field, text }) => `${labels.siteMap[field]}：${text}`)
