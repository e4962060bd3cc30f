import type { Plan } from '@mimamori/contract/plan'
import { longDate } from '@mimamori/contract/time-words'
import { PublicAlertStrip } from '../marks/public-alert-strip.tsx'
import { ForecastIssue, OldForecast } from './forecast-issue.tsx'
import styles from './headline.module.css'
import { whyInWords } from './plan-words.ts'

/** The day in two figures: how hot it gets and when, and for how many hours of work it is at 28 °C or more. */
const DayFigures = ({ plan: { peak, placeName, hoursFrom28, basis } }: { readonly plan: Plan }) =>
  peak === null ? null : (
    <dl className={styles['figures']}>
      <div>
        <dt>{basis === 'measured' ? '実測の最高' : '現場の最高'}</dt>
        <dd>
          <span className={styles['value']}>
            <strong>{peak.wbgt.toFixed(1)}</strong>℃ {peak.hour}時
          </span>
          {placeName !== null && <span className={styles['place']}>{placeName}</span>}
        </dd>
      </div>
      <div>
        <dt>WBGT 28以上</dt>
        <dd>
          <strong>{hoursFrom28}</strong>時間
        </dd>
      </div>
    </dl>
  )

/** The figures of the day with the forecast that they come from. */
const DayHeat = ({ plan }: { readonly plan: Plan }) => (
  <div className={styles['heat']}>
    <DayFigures plan={plan} />
    <ForecastIssue {...plan} />
  </div>
)

/** Says that it is not known whether anything was announced; without a station nothing is looked up. */
const UnknownAlert = ({ plan: { publicAlert, station } }: { readonly plan: Plan }) =>
  station === null || publicAlert.isConfirmed || publicAlert.level !== null ? null : (
    <p className={styles['unknown']}>
      <strong>熱中症警戒アラートの発表を確かめられていません。</strong>環境省のページで確かめてください。
    </p>
  )

const hasHeat = ({ peak, basis, issuedAt }: Plan) => peak !== null || (basis === 'forecast' && issuedAt !== null)

/** The day's figures, within what was announced of it where there is something. */
export const Headline = ({ plan, today }: { readonly plan: Plan; readonly today: string }) => {
  const { day, level, area, announcedAt } = plan.publicAlert
  const heat = hasHeat(plan) ? <DayHeat plan={plan} /> : null
  return (
    <>
      <OldForecast {...plan} />
      <UnknownAlert plan={plan} />
      {level === null || area === null || announcedAt === null ? (
        heat
      ) : (
        <PublicAlertStrip alert={{ day, level, area, announcedAt }} today={today}>
          {heat}
        </PublicAlertStrip>
      )}
    </>
  )
}

/** Says that what is shown is no forecast: why there is none, and of which day the values are. */
export const NoForecast = ({ plan: { why, basis, measuredOf } }: { readonly plan: Plan }) => (
  <section className={styles['notice']} aria-label="予測について">
    <p>
      <strong>予測ではありません。</strong>
      {whyInWords(why)}
    </p>
    {basis === 'measured' && measuredOf !== null && (
      <p>
        参考に、この現場で{' '}
        <strong>
          {Number(measuredOf.slice(0, 4))}年{longDate(measuredOf)}
        </strong>{' '}
        に測った値を表示しています。
      </p>
    )}
  </section>
)
