import { useTranslation } from 'react-i18next'
import { TranslatedText } from '../kit/translated-text.tsx'
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

/** How long the worker has been in heat today: in all, and on end. */
export const OwnHeatTime = ({ own: { now } }: { readonly own: Own }) => {
  const { t } = useTranslation('texts')
  if (now.heatMinutesToday === null) return null
  return (
    <section className={styles['time']} aria-label={t('own.heatToday')}>
      <h2>
        <TranslatedText name="own.heatToday" />
      </h2>
      <dl>
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
      </dl>
    </section>
  )
}
