import { restAdvice } from '@mimamori/heat/rest'
import { TranslatedText } from '../kit/translated-text.tsx'
import { useTranslation } from '../platform/texts.ts'
import { gradeOf } from '../marks/grade.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { clockOf } from '../platform/japan-time.ts'
import styles from './own-state.module.css'
import type { Own } from './use-own.ts'

/** How much rest the heat asks for (Ministry of Health guide), and by how much it is too much; nothing below the reference. */
const HeatLine = ({ excess }: { readonly excess: number | null }) => {
  if (excess === null || !Number.isFinite(excess)) return null
  const advice = restAdvice(excess)
  if (advice.kind === 'none') return null
  return (
    <p className={styles['heat']}>
      <TranslatedText name="own.heatOver" values={{ degrees: Math.max(0, excess).toFixed(1) }} />{' '}
      {advice.kind === 'stop' ? (
        <TranslatedText name="own.restStop" />
      ) : (
        <TranslatedText name="own.restAbout" values={{ minutes: advice.minutesPerHour }} />
      )}
    </p>
  )
}

/** A worker's mark, its word, one sentence that says what to do, and what their device judged. */
export const OwnState = ({ own: { now } }: { readonly own: Own }) => {
  const { t } = useTranslation()
  const grade = gradeOf(now) ?? 'none'
  return (
    <section className={styles['state']} data-grade={grade} aria-label={t('own.condition')}>
      <p className={styles['level']}>
        <LevelMark grade={grade} size={44} hollow={now.status === '0' && grade !== 'emergency'} decorative />
        <span>
          <TranslatedText name={`condition.level.${grade}`} />
        </span>
        {now.alertTime !== null && (
          <span className={styles['received']}>
            <TranslatedText name="own.received" values={{ time: clockOf(now.alertTime) }} />
          </span>
        )}
      </p>
      {now.status === '0' && (
        <p className={styles['lost']}>
          <TranslatedText name="own.notHeard" />
        </p>
      )}
      <p className={styles['advice']}>
        <TranslatedText name={`condition.advice.${grade}`} />
      </p>
      {now.alarm !== null && (
        <p className={styles['heat']}>
          <TranslatedText name={`condition.alarm.${now.alarm}`} />
        </p>
      )}
      {now.resting !== null && (
        <p className={styles['heat']}>
          <TranslatedText name="own.resting" values={{ time: clockOf(now.resting) }} />
        </p>
      )}
      <HeatLine excess={now.excess} />
    </section>
  )
}
