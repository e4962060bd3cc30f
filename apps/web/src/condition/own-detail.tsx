import type { ReactNode } from 'react'
import type { AlertEpisode, AlertKind } from '@mimamori/contract/alert'
import type { HealthDetail } from '@mimamori/contract/health-condition'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import type { ParseKeys } from 'i18next'
import { useTranslation } from '../platform/texts.ts'
import { gradeOf } from '../marks/grade.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { clockOf } from '../platform/japan-time.ts'
import { useFormats } from '../platform/use-formats.ts'
import styles from './own-detail.module.css'
import { TranslatedText } from '../kit/translated-text.tsx'

type Fact = { readonly name: ParseKeys; readonly value: ReactNode; readonly note?: string | undefined }

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>
            <TranslatedText name={name} />
          </dt>
          <dd>
            <strong>{value ?? '―'}</strong> {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How a worker is now, in their language: what the server says only in Japanese sentences is left out. */
export const OwnPanel = ({ detail: { now, referenceWbgt } }: { readonly detail: HealthDetail }) => {
  const { t } = useTranslation()
  const formats = useFormats()
  const grade = gradeOf(now) ?? 'none'
  const isSilent = now.status === '0'
  const wbgt = now.wbgtValue === null ? undefined : `WBGT ${formats.number(now.wbgtValue, 1)} / ${formats.number(referenceWbgt, 1)}`
  const onEnd =
    now.heatMinutesOnEnd === null || now.heatMinutesOnEnd === 0
      ? undefined
      : `${t('condition.onEnd')} ${formats.minutes(now.heatMinutesOnEnd)}`
  return (
    <section className={styles['panel']} data-grade={grade} aria-label={t('condition.title')}>
      <p className={styles['level']}>
        <LevelMark grade={grade} size={44} hollow={isSilent && grade !== 'emergency'} decorative />
        <TranslatedText name={`condition.level.${grade}`} />
      </p>
      <p className={styles['advice']}>
        <TranslatedText name={`condition.advice.${grade}`} />
      </p>
      <Facts
        facts={[
          {
            name: 'condition.heartRate',
            value: now.heartRate === null ? <TranslatedText name="condition.state.noHeartRate" /> : `${formats.number(now.heartRate)} bpm`,
          },
          { name: 'condition.excess', value: now.excess === null ? null : `${formats.signed(now.excess)} ℃`, note: wbgt },
          { name: 'condition.heatTime', value: now.heatMinutesToday === null ? null : formats.minutes(now.heatMinutesToday), note: onEnd },
        ]}
      />
      {now.alertTime !== null && (
        <p className={styles['received']}>
          {isSilent && (
            <b>
              <TranslatedText name="condition.state.silent" />{' '}
            </b>
          )}
          <TranslatedText name="condition.received" values={{ time: clockOf(now.alertTime) }} />
        </p>
      )}
    </section>
  )
}

const kindTexts: Partial<Record<AlertKind, ParseKeys>> = {
  report: 'condition.kind.report',
  siteHeat: 'condition.kind.heat',
  belt: 'condition.kind.belt',
  noHeartRate: 'condition.state.noHeartRate',
  silent: 'condition.state.silent',
}

const Alert = ({ alert }: { readonly alert: AlertEpisode }) => {
  const { t } = useTranslation()
  const formats = useFormats()
  const level = levelGradeOf(alert.alertLevel)
  const grade = alert.emergency === '1' ? 'emergency' : alert.kind === 'condition' ? level : undefined
  const from = clockOf(alert.startedAt)
  const values = [
    alert.heartRate !== null && `${t('condition.heartRate')} ${formats.number(alert.heartRate)} bpm`,
    alert.excess !== null && `${t('condition.excess')} ${formats.signed(alert.excess)} ℃`,
  ].filter((value) => value !== false)
  return (
    <li className={styles['alert']}>
      <p className={styles['kind']}>
        {grade !== undefined && <LevelMark grade={grade} size={24} decorative />}
        <TranslatedText name={grade === undefined ? (kindTexts[alert.kind] ?? 'condition.kind.device') : `condition.level.${grade}`} />
      </p>
      <p>
        {alert.endedAt === null ? <TranslatedText name="condition.continuing" values={{ from }} /> : `${from}–${clockOf(alert.endedAt)}`}
      </p>
      {values.length > 0 && <p className={styles['received']}>{values.join(', ')}</p>}
    </li>
  )
}

/** A worker's alerts of a day in their language: the level or kind, when, and the figures. */
export const OwnAlerts = ({ alerts }: { readonly alerts: readonly AlertEpisode[] }) => {
  if (alerts.length === 0)
    return (
      <p className={styles['none']}>
        <TranslatedText name="condition.noAlerts" />
      </p>
    )
  return (
    <ul className={styles['alerts']}>
      {alerts.map((alert) => (
        <Alert key={alert.id} alert={alert} />
      ))}
    </ul>
  )
}
