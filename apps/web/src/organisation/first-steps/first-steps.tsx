import type { FirstSteps as Steps } from '@mimamori/contract/first-steps'
import { screens } from '@mimamori/contract/screens'
import { ArrivedPanel } from './arrived-panel.tsx'
import styles from './first-steps.module.css'
import { LaterPanel } from './later-panel.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { shownSteps } from './step-words.ts'
import { useArrivedDevices } from './use-first-steps.ts'

type Props = {
  readonly steps: Steps
  /** What the steps are called where the screen is not called so already. */
  readonly title?: string
}

const SiteSteps = ({ steps, title, officeId }: Required<Props> & { readonly officeId: number }) => {
  const result = useArrivedDevices(officeId)
  const arrived = (result.data?.data ?? []).filter(({ isRegistrable }) => isRegistrable)
  const isNext = shownSteps(steps.steps, arrived.length).some(({ step, state }) => step.key === 'devices' && state === 'next')
  return (
    <div className={styles['columns']}>
      <StepsPanel steps={steps} title={title} arrived={arrived} />
      <div className={styles['side']}>
        <ArrivedPanel officeId={officeId} result={result} withButton={!isNext} />
        <LaterPanel officeId={officeId} />
      </div>
    </div>
  )
}

/** What a company or a site still needs, what sends to it already, and what may wait. */
export const FirstSteps = ({ steps, title = screens.firstSteps.title }: Props) =>
  steps.officeId === null ? (
    <StepsPanel steps={steps} title={title} arrived={[]} />
  ) : (
    <SiteSteps steps={steps} title={title} officeId={steps.officeId} />
  )
