import { useEffect } from 'react'
import type { Stage } from './stage.ts'
import { useStage } from './use-stage.ts'

/** Gives components outside the map what it is drawn on; null once it is gone. */
export const TellStage = ({ onStage }: { readonly onStage: (stage: Stage | null) => void }) => {
  const stage = useStage()
  useEffect(() => {
    onStage(stage)
    return () => onStage(null)
  }, [onStage, stage])
  return null
}
