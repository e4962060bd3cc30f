import type { Acclimatisation, AcclimatisationOverride } from '@mimamori/contract/acclimatisation'
import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { LadderBars } from '../marks/acclimatisation-ladder.tsx'
import { isSpent, planHolds } from '../marks/spent-minutes.ts'
import { useFormats } from '../platform/use-formats.ts'
import styles from './own-ladder.module.css'

const Minutes = ({ plan }: { readonly plan: Acclimatisation }) => {
  const formats = useFormats()
  const { allowedMinutes, spentMinutes } = plan
  if (allowedMinutes === null) return null
  return (
    <>
      <dl className={styles['minutes']}>
        <div>
          <dt>
            <TranslatedText name="own.heatLimit" />
          </dt>
          <dd>{formats.minutes(allowedMinutes)}</dd>
        </div>
        <div>
          <dt>
            <TranslatedText name="own.heatLeft" />
          </dt>
          <dd>{formats.minutes(Math.max(0, allowedMinutes - (spentMinutes ?? 0)))}</dd>
        </div>
      </dl>
      {isSpent(plan) && (
        <p className={styles['spent']}>
          <TranslatedText name="own.heatSpent" />
        </p>
      )}
    </>
  )
}

/** Whose decision holds instead of the plan, until when, and the reason as it was written, in Japanese. */
const Override = ({ override: { kind, until, reason } }: { readonly override: AcclimatisationOverride }) => {
  const formats = useFormats()
  return (
    <div className={styles['override']}>
      <p>
        <TranslatedText name={`condition.ladder.by.${kind}`} />
        {until !== null && (
          <>
            {' '}
            <TranslatedText name="condition.ladder.until" values={{ date: formats.day(until) }} />
          </>
        )}
      </p>
      {reason !== null && (
        <p>
          <TranslatedText name="condition.ladder.reason" /> <span lang="ja">{reason}</span>
        </p>
      )}
    </div>
  )
}

/** How long a worker may work in heat today and why, in their language; nothing of somebody without a limit or a decision. */
export const OwnLadder = ({ plan }: { readonly plan: Acclimatisation }) => {
  const { t } = useTranslation()
  const { kind, day, shares, share, override } = plan
  if ((kind === null && override === null) || !planHolds(plan)) return null
  return (
    <section className={styles['panel']} aria-label={t('condition.ladder.title')}>
      <h2>
        <TranslatedText name="condition.ladder.title" />
      </h2>
      {kind !== null && day !== null && (
        <p className={styles['day']}>
          <LadderBars shares={shares} day={day} />
          <TranslatedText name={`condition.ladder.day.${kind}`} values={{ day }} />
        </p>
      )}
      <p>
        {share === null ? (
          <TranslatedText name="condition.ladder.unlimited" />
        ) : (
          <TranslatedText name="condition.ladder.share" values={{ share }} />
        )}
      </p>
      <Minutes plan={plan} />
      {override !== null && <Override override={override} />}
    </section>
  )
}
