import { type MapDraft, mapDefaults, message, readDecimal } from '@mimamori/contract'
import { labels } from '@mimamori/contract/labels'
import { findPlaceFaults, type PlaceFields } from '@mimamori/heat/map-place-faults'
import type { ExistingMap } from './change-store.ts'

/** What a row leaves out stays as it is, and begins without a value. */
const unlessSaid = <Value>(said: Value | undefined, kept: Value | undefined): Value | null => (said === undefined ? (kept ?? null) : said)

// One text for one place: '35.10, 139' and '35.1,139' are the same corner.
const plainCorner = (corner: string): string =>
  corner
    .split(',')
    .map((part) => String(readDecimal(part)))
    .join(',')

const cornersOf = (draft: MapDraft, kept: ExistingMap | undefined): ExistingMap['corners'] => {
  const said = [draft.angleCoordinate1, draft.angleCoordinate2, draft.angleCoordinate3, draft.angleCoordinate4]
  const corners = said.map((corner, index) => (corner === undefined ? (kept?.corners?.[index] ?? null) : corner && plainCorner(corner)))
  return corners.every((corner) => corner === null) ? null : corners
}

/** The map that a row makes of the one that is kept, or a new one; its position is its place in the list (spec §4, §5, §9). */
export const draftedMap = (draft: MapDraft, kept: ExistingMap | undefined, position: number): ExistingMap => {
  const type = unlessSaid(draft.type, kept?.type) ?? mapDefaults.type
  const isLaid = type === 3
  const isSamePicture = draft.mapImage === undefined || draft.mapImage === kept?.mapImage
  return {
    position,
    locationName: draft.locationName,
    floor: unlessSaid(draft.floor, kept?.floor),
    type,
    sismilType: unlessSaid(draft.sismilType, kept?.sismilType) ?? mapDefaults.sismilType,
    mapImage: unlessSaid(draft.mapImage, kept?.mapImage),
    imageName: draft.imageName ?? (isSamePicture ? (kept?.imageName ?? null) : null),
    imageMetres: unlessSaid(draft.imageMetres, kept?.imageMetres),
    latitude: unlessSaid(draft.latitude, kept?.latitude),
    longitude: unlessSaid(draft.longitude, kept?.longitude),
    rotation: unlessSaid(draft.rotation, kept?.rotation) ?? mapDefaults.rotation,
    zoom: unlessSaid(draft.zoom, kept?.zoom) ?? mapDefaults.zoom,
    corners: cornersOf(draft, kept),
    imageLatitude: unlessSaid(draft.imageLatitude, kept?.imageLatitude) ?? (isLaid ? mapDefaults.latitude : null),
    imageLongitude: unlessSaid(draft.imageLongitude, kept?.imageLongitude) ?? (isLaid ? mapDefaults.longitude : null),
    imageRotation: unlessSaid(draft.imageRotation, kept?.imageRotation) ?? mapDefaults.imageRotation,
    imageZoom: unlessSaid(draft.imageZoom, kept?.imageZoom) ?? mapDefaults.imageZoom,
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
export const placeFaultLines = (map: ExistingMap, kept: ExistingMap | undefined): string[] =>
  findPlaceFaults(placeFieldsOf(map), kept && placeFieldsOf(kept)).map(({ field, text }) => `${labels.siteMap[field]}：${text}`)
