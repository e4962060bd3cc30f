import OlMap from 'ol/Map.js'
import DragPan from 'ol/interaction/DragPan.js'
import { defaults as interactions } from 'ol/interaction/defaults.js'
import Layer from 'ol/layer/Layer.js'
import type { FrameState } from 'ol/Map.js'
import type { ColourMode } from '../platform/tokens.ts'
import { palettes } from '../platform/tokens.ts'
import { createBoard, onScreen, type Board, type Scale } from './board.ts'
import { coordinateOf, spotOf, type Coordinate, type MapGeometry, type Spot } from './map-geometry.ts'
import { paintMarks } from './paint-marks.ts'
import { openingView, viewOf } from './opening-view.ts'
import { roomOf } from './room.ts'
import { createScreen, type Frame } from './screen.ts'
import { createSprites } from './sprites.ts'

/** Something under the marks: the drawing, the heat, a trail. The lower `z` is drawn first. */
export type Painter = { readonly z: number; readonly paint: (frame: Frame) => void }

/** A map on the screen, outside React: its OpenLayers map, what is painted on it, and its marks. */
export type Stage = {
  readonly map: OlMap
  readonly board: Board
  readonly geometry: () => MapGeometry
  readonly setGeometry: (geometry: MapGeometry) => void
  readonly setMode: (mode: ColourMode) => void
  readonly add: (painter: Painter) => () => void
  /** Draws below the tiles. */
  readonly addGround: (paint: Painter['paint']) => () => void
  readonly repaint: () => void
  readonly scale: () => Scale
  readonly zoomBy: (steps: number) => void
  /** Moves the view to a place, at another resolution where one is given. */
  readonly lookAt: (centre: Coordinate, resolution?: number) => void
  readonly toCoordinate: (spot: Spot) => Coordinate | null
  readonly toSpot: (coordinate: Coordinate) => Spot
  /** Calls the listener whenever marks or their places on the screen have changed and the map is at rest. */
  readonly onRest: (listener: () => void) => () => void
  readonly dispose: () => void
}

/** By how much one press of a zoom button changes the scale (spec §9). */
const zoomSteps = { 1: 0.6, 2: 1, 3: 0.6 } as const

const margin = 24
const zoomMs = 160

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** What moves a map. Nobody has to press it first, and it glides on only for those who do not mind. */
const handles = () =>
  reducedMotion()
    ? interactions({ onFocusOnly: false, dragPan: false, zoomDuration: 0 }).extend([new DragPan()])
    : interactions({ onFocusOnly: false })

/**
 * Puts a map into an element.
 * @param opensWhole a drawing is shown as large as it can be, unless the saved view shows it larger; false keeps to that view
 */
export const createStage = (target: HTMLElement, first: MapGeometry, mode: ColourMode, opensWhole: boolean): Stage => {
  let geometry = first
  // Arrow keys move the map, + and − scale it.
  target.tabIndex = 0
  // A map that can have the focus reacts to pointers only while it has it, so the first press gives it the focus.
  target.addEventListener('pointerdown', () => target.focus({ preventScroll: true }), { capture: true })
  let sprites = createSprites({ palette: palettes[mode], isDark: mode === 'dark', ratio: devicePixelRatio })
  const painters: Painter[] = []
  const listeners = new Set<() => void>()

  const scene = createScreen()
  const lookOf = ({ pixelRatio }: FrameState) => {
    if (sprites.look.ratio !== pixelRatio) sprites = createSprites({ ...sprites.look, ratio: pixelRatio })
    return sprites
  }
  const paintScene = (state: FrameState) =>
    scene(state, lookOf(state), [...painters.map(({ paint }) => paint), (frame) => paintMarks(board.all(), frame)])

  const map = new OlMap({
    target,
    controls: [],
    interactions: handles(),
    view: viewOf(geometry),
    layers: [new Layer({ render: paintScene, zIndex: 2 })],
    pixelRatio: devicePixelRatio,
  })
  const view = () => map.getView()
  const rest = () => {
    for (const listener of listeners) listener()
  }
  const scale = (): Scale => ({ resolution: view().getResolution() ?? 1, rotation: view().getRotation() })
  const board = createBoard(
    () => {
      map.render()
      rest()
    },
    (at) => roomOf(target, onScreen([...(view().getCenter() ?? [0, 0])] as Coordinate, at)),
  )
  const look = () => {
    const [x = 0, y = 0] = view().getCenter() ?? []
    board.lookAt({ ...scale(), centre: [x, y], size: map.getSize() ?? [0, 0] })
    rest()
  }
  map.on('moveend', look)

  // A drawing is shown whole until somebody moves it, however the screen changes meanwhile.
  let isMoved = !opensWhole
  const showWhole = () => {
    const [across = 0, down = 0] = map.getSize() ?? []
    if (isMoved || across <= 2 * margin || down <= 2 * margin) return
    const opening = openingView(geometry, [across, down], margin)
    if (opening === null) return
    view().setCenter([...opening.centre])
    view().setResolution(opening.resolution)
  }
  map.on('change:size', showWhole)
  const moved = () => {
    isMoved = true
  }
  map.on('pointerdrag', moved)
  for (const kind of ['wheel', 'dblclick']) target.addEventListener(kind, moved)
  target.addEventListener('keydown', ({ key }) => {
    if (/^(?:Arrow|[+-]$)/.test(key)) moved()
  })
  showWhole()
  look()

  return {
    map,
    board,
    geometry: () => geometry,
    setGeometry: (next) => {
      geometry = next
      map.render()
    },
    setMode: (next) => {
      sprites = createSprites({ palette: palettes[next], isDark: next === 'dark', ratio: sprites.look.ratio })
      map.render()
    },
    add: (painter) => {
      painters.push(painter)
      painters.sort((one, other) => one.z - other.z)
      map.render()
      return () => {
        painters.splice(painters.indexOf(painter), 1)
        map.render()
      }
    },
    addGround: (paint) => {
      const screen = createScreen()
      const layer = new Layer({ render: (state) => screen(state, lookOf(state), [paint]), zIndex: 0 })
      map.addLayer(layer)
      return () => {
        map.removeLayer(layer)
        layer.dispose()
      }
    },
    repaint: () => map.render(),
    scale,
    zoomBy: (steps) => {
      isMoved = true
      const zoom = (view().getZoom() ?? 0) + steps * zoomSteps[geometry.type]
      view().animate({ zoom, duration: reducedMotion() ? 0 : zoomMs })
    },
    lookAt: (centre, resolution) => {
      isMoved = true
      view().animate({ center: centre, ...(resolution !== undefined && { resolution }), duration: reducedMotion() ? 0 : zoomMs })
    },
    toCoordinate: (spot) => coordinateOf(geometry, spot),
    toSpot: (coordinate) => spotOf(geometry, coordinate),
    onRest: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose: () => {
      map.setTarget()
      map.dispose()
    },
  }
}
