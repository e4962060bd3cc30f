import { createContext, useContext } from 'react'
import type { Stage } from './stage.ts'

export const StageContext = createContext<Stage | null>(null)

/** The map a layer stands on. */
export const useStage = (): Stage => {
  const stage = useContext(StageContext)
  if (stage === null) throw new Error('a layer stands inside a MapCanvas')
  return stage
}
