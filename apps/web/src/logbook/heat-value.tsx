import styles from './marks.module.css'
import { heatStepOf, nothing } from './words.ts'

const Step = ({ step }: { readonly step: 28 | 31 }) => (
  <span className={styles['step']} data-step={step}>
    {step}以上
  </span>
)

/** A WBGT to a tenth; from 28 and from 31 it says so. Heat is no level of a person: it is marked in ink. */
export const HeatValue = ({ wbgt }: { readonly wbgt: number | null }) => {
  if (wbgt === null) return nothing
  const step = heatStepOf(wbgt)
  return (
    <span className={styles['heat']} data-step={step}>
      {step !== undefined && <Step step={step} />}
      {wbgt.toFixed(1)}
    </span>
  )
}
