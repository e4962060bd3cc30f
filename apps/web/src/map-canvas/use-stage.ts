import { createContext, useContext } from 'react'
import type { MapGeometry } from './map-geometry.ts'
import type { Stage } from './stage.ts'

export const StageContext = createContext<Stage | null>(null)
export const GeometryContext = createContext<MapGeometry | null>(null)

/** The map of a layer. */
export const useStage = (): Stage => {
  const stage = useContext(StageContext)
  if (stage === null) throw new Error('a layer stands inside a MapCanvas')
  return stage
}

/** The geometry of a layer's map. */
export const useGeometry = (): MapGeometry => {
  const geometry = useContext(GeometryContext)
  if (geometry === null) throw new Error('a layer stands inside a MapCanvas')
  return geometry
}
