import type { AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import type { ReactNode } from 'react'
import { signed } from '@mimamori/contract/number-words'
import { AlertLink, Course, Handling, Outcome, Sign, tintOf } from '../emergency/alert-parts.tsx'
import { furtherReasonOf, placeAndGroupOf } from '../emergency/alert-words.ts'
import type { Shows } from '../organisation/display-items.ts'
import styles from './alert-cards.module.css'
import { NextStep, Tick } from './list-columns.tsx'
import type { Way } from './people-together.ts'

type Props = {
  readonly rows: readonly AlertEpisode[]
  readonly shows: Shows<'ALERT_LIST_DISPLAY_ITEM_SETTING'>
  readonly withBase: boolean
  readonly wayOf: (alert: AlertEpisode) => Way
  readonly isTicked: (id: number) => boolean
  readonly onTick: (id: number) => void
  readonly below: (alert: AlertEpisode) => ReactNode
}

const { alert: label } = labels

const Values = ({ alert, shows }: Pick<Props, 'shows'> & { readonly alert: AlertEpisode }) => {
  const values = [
    shows('HEART_RATE') && alert.heartRate !== null && `${label.heartRate} ${alert.heartRate} bpm`,
    shows('WBGT_EXCESSIVE') && alert.excess !== null && `${label.excess} ${signed(alert.excess)} ℃`,
    shows('WBGT_MEASUREMENT_POINT') && alert.wbgtMeasurementPoint,
  ].filter((value) => typeof value === 'string')
  return values.length > 0 && <p className={styles['small']}>{values.join('・')}</p>
}

const Card = ({ alert, ...given }: Omit<Props, 'rows' | 'below'> & { readonly alert: AlertEpisode }) => {
  const { shows, withBase, wayOf } = given
  return (
    <div className={styles['card']} data-tint={tintOf(alert)}>
      <div className={styles['head']}>
        <Tick alert={alert} choice={given} />
        <Sign alert={alert} />
        <div className={styles['course']}>{shows('DATETIME_OF_OCCURRENCE') && <Course alert={alert} />}</div>
      </div>
      <AlertLink alert={alert} className={styles['name']} />
      <p>{placeAndGroupOf(alert, shows)}</p>
      {withBase && shows('BASE_NAME') && <p className={styles['small']}>{alert.baseName}</p>}
      <p className={styles['small']}>{furtherReasonOf(alert, shows)}</p>
      <Values alert={alert} shows={shows} />
      <div className={styles['foot']}>
        <div>
          <Handling alert={alert} />
          <Outcome alert={alert} />
        </div>
        <NextStep alert={alert} way={wayOf(alert)} />
      </div>
    </div>
  )
}

/** The page as cards, for a phone: each person's bar beneath theirs. */
export const AlertCards = ({ rows, below, ...rest }: Props) => (
  <ul className={styles['cards']} aria-label={screens.alertList.title}>
    {rows.map((alert) => (
      <li key={alert.id} className={styles['item']}>
        <Card alert={alert} {...rest} />
        {below(alert)}
      </li>
    ))}
  </ul>
)
