import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import Layer from 'ol/layer/Layer.js'
import { Projection } from 'ol/proj.js'
import type { FrameState } from 'ol/Map.js'
import type { ColourMode } from '../platform/tokens.ts'
import { palettes } from '../platform/tokens.ts'
import { createBoard, type Board, type Scale } from './board.ts'
import { mercatorOf } from './mercator.ts'
import { coordinateOf, metresAtZoom0, sizeOf, spotOf, type Coordinate, type MapGeometry, type Spot } from './map-geometry.ts'
import { paintMarks } from './paint-marks.ts'
import { createSprites, type Look, type Sprites } from './sprites.ts'

/** What a painter draws with: a context in CSS pixels, and where a coordinate lies. */
export type Frame = {
  readonly context: CanvasRenderingContext2D
  readonly look: Look
  readonly sprites: Sprites
  readonly size: readonly [width: number, height: number]
  readonly resolution: number
  readonly rotation: number
  readonly toPixel: (at: readonly [number, number]) => readonly [x: number, y: number]
}

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
      minZoom: 3,
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

/** Puts a map into an element. */
export const createStage = (target: HTMLElement, first: MapGeometry, mode: ColourMode): Stage => {
  let geometry = first
  // Arrow keys move the map, + and − scale it.
  target.tabIndex = 0
  let sprites = createSprites({ palette: palettes[mode], isDark: mode === 'dark', ratio: devicePixelRatio })
  const painters: Painter[] = []
  const listeners = new Set<() => void>()

  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'position:absolute;inset:0'
  const context = canvas.getContext('2d')

  const paint = (state: FrameState): HTMLElement => {
    const [width = 0, height = 0] = state.size
    const ratio = state.pixelRatio
    if (sprites.look.ratio !== ratio) sprites = createSprites({ ...sprites.look, ratio })
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio)
      canvas.height = Math.round(height * ratio)
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    }
    if (context === null) return canvas
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = state.coordinateToPixelTransform
    const frame: Frame = {
      context,
      look: sprites.look,
      sprites,
      size: [width, height],
      resolution: state.viewState.resolution,
      rotation: state.viewState.rotation,
      toPixel: ([x, y]) => [a * x + c * y + e, b * x + d * y + f],
    }
    const draw = (work: () => void) => {
      context.save()
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      work()
      context.restore()
    }
    for (const painter of painters) draw(() => painter.paint(frame))
    draw(() => paintMarks(board.all(), frame))
    return canvas
  }

  const map = new OlMap({
    target,
    controls: [],
    view: viewOf(geometry),
    layers: [new Layer({ render: paint })],
    pixelRatio: devicePixelRatio,
  })
  const view = () => map.getView()
  const rest = () => {
    for (const listener of listeners) listener()
  }
  const board = createBoard(() => {
    map.render()
    rest()
  })
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
