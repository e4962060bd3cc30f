import { mapDefaults, type ListedMap } from '@mimamori/contract/site-map'
import { lookAtWorld, readCorners } from '@mimamori/heat/map-place'
import { hullAround } from '../map-canvas/hull.ts'
import styles from './world-sketch.module.css'

const cornersOf = (map: ListedMap) => readCorners([map.angleCoordinate1, map.angleCoordinate2, map.angleCoordinate3, map.angleCoordinate4])

// Tens of metres that make a bar of a good length on a sketch.
const bars = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]
const equatorMetres = 40_075_017
const windowPixels = 1_260

/** How many metres of the world the customer's window on it is wide. */
const metresWide = (latitude: number, zoom: number): number =>
  (equatorMetres * Math.cos((latitude * Math.PI) / 180) * windowPixels) / (256 * 2 ** zoom)

const lengthInWords = (metres: number): string => (metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`)

/** How far the range of those on a sketch reaches beyond their places, in percent of its width. */
const rangeBeside = 10
const aspect = windowPixels / 587

/** The drawings of the site that lie on the world, seen from the map. */
const landsOn = (map: ListedMap, laid: readonly ListedMap[], drawnAt: ReturnType<typeof lookAtWorld>['drawnAt']) =>
  laid
    .filter(({ officeId }) => officeId === map.officeId)
    .flatMap((drawing) => {
      const points = cornersOf(drawing)?.flatMap((corner) => drawnAt(corner) ?? [])
      return points?.length === 4 ? [{ id: drawing.id, points: points.map(({ x, y }) => `${x},${y}`).join(' ') }] : []
    })

/** Round those on the map who need somebody: what there is of a site without drawings on the world. */
const rangeOn = ({ listMarks }: ListedMap): string =>
  hullAround(
    listMarks.map(({ x, y }) => [x, y] as const),
    [rangeBeside, rangeBeside * aspect],
  ).join(' ')

/**
 * The part of the world that a GPS map shows, without tiles: how far it reaches, and the drawings of the site that lie there,
 * or the range of those on it.
 */
export const WorldSketch = ({ map, laid }: { readonly map: ListedMap; readonly laid: readonly ListedMap[] }) => {
  const centre = { latitude: map.latitude ?? mapDefaults.latitude, longitude: map.longitude ?? mapDefaults.longitude }
  const { drawnAt } = lookAtWorld({ centre, zoom: map.zoom, rotation: map.rotation })
  const lands = landsOn(map, laid, drawnAt)
  const wide = metresWide(centre.latitude, map.zoom)
  const bar = bars.findLast((metres) => metres <= wide / 4) ?? 10
  return (
    <div className={styles['world']}>
      <svg className={styles['lands']} viewBox="0 0 100 100" preserveAspectRatio="none">
        {lands.map(({ id, points }) => (
          <polygon key={id} points={points} />
        ))}
        {lands.length === 0 && <polygon className={styles['range']} points={rangeOn(map)} />}
      </svg>
      <span className={styles['bar']} style={{ width: `${(bar / wide) * 100}%` }}>
        {lengthInWords(bar)}
      </span>
    </div>
  )
}
