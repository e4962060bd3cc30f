import { withoutFurigana } from '@mimamori/texts/furigana'
import { FuriganaText } from '../kit/furigana-text.tsx'
import { screens } from '@mimamori/contract/screens'
import { signed } from '@mimamori/contract/number-words'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { HeartRateBar } from '../marks/heart-rate-bar.tsx'
import { comparedWithLimit } from '../marks/heart-rate-scale.ts'
import { OwnReason } from './own-reason.tsx'
import styles from './own-figures.module.css'
import type { Own } from './use-own.ts'

/** The heart rate compared with the person's limits, in their language; that it is not judged. */
const useHeartNote = ({ heartRate, limits, heartJudged }: Own['now']): string => {
  const { t } = useTranslation()
  if (heartRate === null) return ''
  if (!heartJudged) return t('own.heartNotJudged', { furigana: 'keep' })
  const { limit, isPassed, ...compared } = comparedWithLimit(heartRate, limits)
  return t(isPassed ? 'own.limitPassed' : 'own.limitLeft', {
    name: t(`condition.chart.${limit}`, { furigana: 'keep' }),
    furigana: 'keep',
    limit: compared.bpm,
    apart: compared.apart,
  })
}

/** The figures behind the mark, folded: heart rate, heat index, what is usual for the person; and the course of the day. */
export const OwnFigures = ({ own }: { readonly own: Own }) => {
  const { now } = own
  const { t } = useTranslation()
  const note = useHeartNote(now)
  return (
    <details className={styles['figures']}>
      <summary>
        <TranslatedText name="own.more" />
      </summary>
      <OwnReason row={now} />
      <dl>
        <div>
          <dt>
            <TranslatedText name="own.heartRate" />
          </dt>
          <dd>
            {now.heartRate === null ? (
              <TranslatedText name="own.noHeartRate" />
            ) : (
              <>
                <strong>{now.heartRate}</strong>{' '}
                {now.heartJudged && (
                  <HeartRateBar
                    bpm={now.heartRate}
                    limits={own.limits}
                    stale={now.status === '0'}
                    label={`${t('own.heartRate')} ${now.heartRate}, ${withoutFurigana(note)}`}
                  />
                )}
                <small>
                  <FuriganaText text={note} />
                </small>
              </>
            )}
          </dd>
        </div>
        {now.ownMean !== null && now.ownPeak !== null && (
          <div>
            <dt>
              <TranslatedText name="own.ownMean" />
            </dt>
            <dd>
              <strong>{Math.round(now.ownMean)}</strong>
              <small>
                <TranslatedText name="own.ownPeak" values={{ value: Math.round(now.ownPeak) }} />
                {now.ownShifts !== null && (
                  <>
                    {' '}
                    <TranslatedText name="own.ownShifts" values={{ shifts: now.ownShifts }} />
                  </>
                )}
              </small>
            </dd>
          </div>
        )}
        {now.wbgtValue !== null && (
          <div>
            <dt>
              <TranslatedText name="own.wbgt" />
            </dt>
            <dd>
              <strong>{now.wbgtValue.toFixed(1)}</strong>
              <small>
                {now.wbgtSource === 'estimated' && (
                  <>
                    <TranslatedText name="own.estimated" />{' '}
                  </>
                )}
                <TranslatedText name="own.reference" values={{ value: own.referenceWbgt }} />
                {now.excess !== null && ` ${signed(now.excess)}`}
              </small>
            </dd>
          </div>
        )}
      </dl>
      <Link to={screens.conditionDetail.path} className={styles['link']}>
        <TranslatedText name="own.course" />
      </Link>
    </details>
  )
}
