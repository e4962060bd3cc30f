import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { defaults as interactions } from 'ol/interaction/defaults.js'
import Layer from 'ol/layer/Layer.js'
import { Projection } from 'ol/proj.js'
import type { FrameState } from 'ol/Map.js'
import type { ColourMode } from '../platform/tokens.ts'
import { palettes } from '../platform/tokens.ts'
import { createBoard, type Board, type Scale } from './board.ts'
import { mercatorOf } from './mercator.ts'
import { coordinateOf, metresAtZoom0, sizeOf, spotOf, type Coordinate, type MapGeometry, type Spot } from './map-geometry.ts'
import { paintMarks } from './paint-marks.ts'
import type { Room } from './place-marks.ts'
import { createScreen, type Frame } from './screen.ts'
import { createSprites } from './sprites.ts'

/** Something under the marks: the drawing, the heat, a trail. The lower `z` is drawn first. */
export type Painter = { readonly z: number; readonly paint: (frame: Frame) => void }

/** A map on the screen, outside React: its OpenLayers map, what is painted on it, and the marks that stand there. */
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
  readonly toCoordinate: (spot: Spot) => Coordinate | null
  readonly toSpot: (coordinate: Coordinate) => Spot
  /** Hears whenever marks or their places on the screen have changed and the map is at rest. */
  readonly onRest: (listener: () => void) => () => void
  readonly dispose: () => void
}

/** By how much one press of a zoom button changes the scale (spec/ §9). */
const zoomSteps = { 1: 0.6, 2: 1, 3: 0.6 } as const

const margin = 24
const zoomMs = 160

const viewOf = (geometry: MapGeometry): View => {
  if (geometry.type !== 1) {
    const [x, y] = mercatorOf(geometry.centre)
    return new View({
      center: [x, y],
      resolution: metresAtZoom0 / 2 ** geometry.zoom,
      minZoom: 0,
      // Far out more than one world is seen; otherwise the map would not keep its centre there.
      multiWorld: true,
      maxZoom: 22,
      rotation: (geometry.rotation * Math.PI) / 180,
      enableRotation: true,
      constrainRotation: false,
    })
  }
  const { width, height } = sizeOf(geometry)
  return new View({
    projection: new Projection({ code: 'drawing', units: 'pixels', extent: [0, 0, width, height] }),
    center: [width / 2, height / 2],
    extent: [-width, -height, width * 2, height * 2],
    constrainOnlyCenter: true,
    resolution: 1,
    minResolution: 1 / 16,
    maxResolution: Math.max(width, height) / 100,
    enableRotation: false,
  })
}

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** What is seen of a drawing that is shown whole; the world has no edge. */
const roomOf = (geometry: MapGeometry, { resolution }: Scale): Room | null => {
  if (geometry.type !== 1) return null
  const { width, height } = sizeOf(geometry)
  return { left: -margin, top: -height / resolution - margin, right: width / resolution + margin, bottom: margin }
}

/** Puts a map into an element. */
export const createStage = (target: HTMLElement, first: MapGeometry, mode: ColourMode): Stage => {
  let geometry = first
  // Arrow keys move the map, + and − scale it.
  target.tabIndex = 0
  // A map that can have the focus heeds hands only while it has it, which the first press would come too early for.
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
    // Nobody has to press a map first, to be able to move it.
    interactions: interactions({ onFocusOnly: false }),
    view: viewOf(geometry),
    layers: [new Layer({ render: paintScene, zIndex: 2 })],
    pixelRatio: devicePixelRatio,
  })
  const view = () => map.getView()
  const rest = () => {
    for (const listener of listeners) listener()
  }
  const board = createBoard(
    () => {
      map.render()
      rest()
    },
    (at) => roomOf(geometry, at),
  )
  const scale = (): Scale => ({ resolution: view().getResolution() ?? 1, rotation: view().getRotation() })
  const look = () => {
    board.lookAt(scale())
    rest()
  }
  map.on('moveend', look)

  // A drawing is shown whole until somebody moves it, however the screen changes meanwhile.
  let isMoved = false
  const showWhole = () => {
    const size = map.getSize()
    const [across = 0, down = 0] = size ?? []
    if (geometry.type !== 1 || isMoved || across <= 2 * margin || down <= 2 * margin) return
    const { width, height } = sizeOf(geometry)
    view().setCenter([width / 2, height / 2])
    view().setResolution(Math.max(width / (across - 2 * margin), height / (down - 2 * margin)))
  }
  map.on('change:size', showWhole)
  map.on('pointerdrag', () => {
    isMoved = true
  })
  target.addEventListener('wheel', () => {
    isMoved = true
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
