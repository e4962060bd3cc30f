import type { AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import type { BeltRow } from '@mimamori/contract/safety-belt'
import { Battery } from '../marks/battery.tsx'
import type { Shows } from '../organisation/settings/display-items.ts'
import styles from './belt-card.module.css'
import { BeltAlert, Height, Hook, Received, Wearer } from './belt-cells.tsx'

const { safetyBelt: labelOf } = labels

type Props = {
  readonly rows: readonly BeltRow[]
  readonly label: string
  /** True where the rows are of several sites. */
  readonly withBase: boolean
  readonly shows: Shows<'SAFETY_LIST_DISPLAY_ITEM_SETTING'>
  readonly episodeOf: (row: BeltRow) => AlertEpisode | undefined
}

type CardProps = Omit<Props, 'rows' | 'label'> & { readonly row: BeltRow }

/** The belt's batteries, and the pressure its height is measured against: none where all of it is unknown or hidden. */
const Parts = ({ row, shows }: Pick<CardProps, 'row' | 'shows'>) => {
  const own = shows('BATTERY') ? row.bateryLevel : null
  const slave = shows('SLAVE_BATTERY') ? row.slaveBateryLevel : null
  const pressure = shows('REFERENCE_AIR_PRESSURE') ? row.referenceAirPressure : null
  return (
    <div className={styles['parts']}>
      {own !== null && (
        <span>
          {labelOf.bateryLevel} <Battery level={own} />
        </span>
      )}
      {slave !== null && (
        <span>
          {labelOf.slaveBateryLevel} <Battery level={slave} label={labelOf.slaveBateryLevel} />
        </span>
      )}
      {pressure !== null && (
        <span>
          {labelOf.referenceAirPressure} {pressure.toFixed(1)} hPa
        </span>
      )}
    </div>
  )
}

const BeltCard = ({ row, withBase, shows, episodeOf }: CardProps) => (
  <>
    <div className={styles['who']}>
      <Wearer row={row} className={styles['name']} />
      {shows('LOCATION_INFORMATION_NAME') && <span className={styles['place']}>{row.locationName ?? row.groupName ?? '位置不明'}</span>}
      {withBase && <span className={styles['small']}>{row.baseName}</span>}
      {shows('HOOK_STATE') && <Hook row={row} />}
    </div>
    <div className={styles['value']}>
      {shows('ALTITUDE') && <Height row={row} alone />}
      {shows('ELAPSED_TIME') && <Received row={row} />}
    </div>
    <Parts row={row} shows={shows} />
    <div className={styles['alert']}>
      <BeltAlert row={row} episode={episodeOf(row)} />
    </div>
  </>
)

/** The belts of a phone's list: who, where, hook, height, and the alert to answer. */
export const BeltCards = ({ rows, label, ...props }: Props) => (
  <ul className={styles['cards']} aria-label={label}>
    {rows.map((row) => (
      <li key={row.deviceId} className={styles['card']} data-alert={row.state === 'alert' && row.status === ''}>
        <BeltCard row={row} {...props} />
      </li>
    ))}
  </ul>
)
