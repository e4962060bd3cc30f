import type { AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import type { ReactNode } from 'react'
import { signed } from '@mimamori/contract/number-words'
import { AlertCard } from '../../emergency/alert-card.tsx'
import { AlertLink } from '../../emergency/alert-parts.tsx'
import { furtherReasonOf, placeAndGroupOf } from '../../emergency/alert-words.ts'
import type { Shows } from '../../organisation/settings/display-items.ts'
import styles from './alert-cards.module.css'
import { NextStep, Tick } from './list-columns.tsx'
import type { Way } from './group-by-person.ts'

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
    <AlertCard
      alert={alert}
      before={<Tick alert={alert} choice={given} />}
      withCourse={shows('DATETIME_OF_OCCURRENCE')}
      title={<AlertLink alert={alert} className={styles['name']} />}
      step={<NextStep alert={alert} way={wayOf(alert)} />}
    >
      <p>{placeAndGroupOf(alert, shows)}</p>
      {withBase && shows('BASE_NAME') && <p className={styles['small']}>{alert.baseName}</p>}
      <p className={styles['small']}>{furtherReasonOf(alert, shows)}</p>
      <Values alert={alert} shows={shows} />
    </AlertCard>
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
