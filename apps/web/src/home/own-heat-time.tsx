import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { isSpent, planHolds } from '../marks/spent-minutes.ts'
import styles from './own-heat-time.module.css'
import type { Own } from './use-own.ts'

/** Minutes as a page says them: 1時間40分. */
const Minutes = ({ minutes }: { readonly minutes: number }) => {
  const whole = Math.floor(minutes)
  return whole < 60 ? (
    <TranslatedText name="own.minutes" values={{ minutes: whole }} />
  ) : (
    <TranslatedText name="own.hoursMinutes" values={{ hours: Math.floor(whole / 60), minutes: whole % 60 }} />
  )
}

/** How much longer the worker may be in heat today, where their time is limited. */
const Left = ({ plan }: { readonly plan: NonNullable<Own['acclimatisation']> }) => {
  const { allowedMinutes, spentMinutes } = plan
  if (allowedMinutes === null) return null
  return (
    <>
      <div>
        <dt>
          <TranslatedText name="own.heatLimit" />
        </dt>
        <dd>
          <Minutes minutes={allowedMinutes} />
        </dd>
      </div>
      <div>
        <dt>
          <TranslatedText name="own.heatLeft" />
        </dt>
        <dd>
          <Minutes minutes={Math.max(0, allowedMinutes - (spentMinutes ?? 0))} />
        </dd>
      </div>
    </>
  )
}

/** How long the worker has been in heat today, in all and on end, and how much longer they may be. */
export const OwnHeatTime = ({ own: { now, acclimatisation: plan } }: { readonly own: Pick<Own, 'now' | 'acclimatisation'> }) => {
  const { t } = useTranslation()
  const isLimited = plan !== null && plan.allowedMinutes !== null && planHolds(plan)
  if (now.heatMinutesToday === null && !isLimited) return null
  return (
    <section className={styles['time']} aria-label={t('own.heatToday')}>
      <h2>
        <TranslatedText name="own.heatToday" />
      </h2>
      {plan !== null && isSpent(plan) && (
        <p className={styles['spent']}>
          <TranslatedText name="own.heatSpent" />
        </p>
      )}
      <dl>
        {now.heatMinutesToday !== null && (
          <>
            <div>
              <dt>
                <TranslatedText name="own.total" />
              </dt>
              <dd>
                <Minutes minutes={now.heatMinutesToday} />
              </dd>
            </div>
            <div>
              <dt>
                <TranslatedText name="own.onEnd" />
              </dt>
              <dd>
                <Minutes minutes={now.heatMinutesOnEnd ?? 0} />
              </dd>
            </div>
          </>
        )}
        {isLimited && <Left plan={plan} />}
      </dl>
    </section>
  )
}
