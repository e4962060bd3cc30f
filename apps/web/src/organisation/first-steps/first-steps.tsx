import type { FirstSteps as Steps } from '@mimamori/contract/first-steps'
import { ArrivedPanel } from './arrived-panel.tsx'
import styles from './first-steps.module.css'
import { LaterPanel } from './later-panel.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { shownSteps } from './step-words.ts'
import { useArrivedDevices } from './use-first-steps.ts'

const SiteSteps = ({ steps, officeId }: { readonly steps: Steps; readonly officeId: number }) => {
  const result = useArrivedDevices(officeId)
  const arrived = (result.data?.data ?? []).filter(({ isRegistrable }) => isRegistrable)
  const isNext = shownSteps(steps.steps, arrived.length).some(({ step, state }) => step.key === 'devices' && state === 'next')
  return (
    <div className={styles['columns']}>
      <StepsPanel steps={steps} arrived={arrived} />
      <div className={styles['side']}>
        <ArrivedPanel officeId={officeId} result={result} withButton={!isNext} />
        <LaterPanel officeId={officeId} />
      </div>
    </div>
  )
}

/** What a company or a site still needs, what sends to it already, and what may wait. */
export const FirstSteps = ({ steps }: { readonly steps: Steps }) =>
  steps.officeId === null ? <StepsPanel steps={steps} arrived={[]} /> : <SiteSteps steps={steps} officeId={steps.officeId} />
