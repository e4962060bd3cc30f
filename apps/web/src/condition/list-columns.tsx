import type { HealthRow, healthSortKeys } from '@mimamori/contract/health-condition'
import { deviceWarningAdvice, deviceWarningNames } from '@mimamori/contract/device-warning'
import { labels, statusNames } from '@mimamori/contract/labels'
import type { DisplayItem } from '@mimamori/contract/display-items'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import type { Column } from '../kit/data-table.tsx'
import { EstimatedMark } from '../marks/estimated-mark.tsx'
import { spentParts } from '../marks/spent-minutes.ts'
import { AttentionMark } from '../marks/attention-mark.tsx'
import { Ago } from '../marks/ago.tsx'
import { Battery } from '../marks/battery.tsx'
import { levelWordOf } from '../marks/grade.ts'
import { onEndInWords } from '../marks/heat-time.tsx'
import { HeartRateBar } from '../marks/heart-rate-bar.tsx'
import { passedLimit } from '../marks/heart-rate-scale.ts'
import { EmergencyBadge, LevelLabel } from '../marks/level-mark.tsx'
import { LevelReason } from '../marks/level-reason.tsx'
import { NoHeartRateMark, SilentMark } from '../marks/sign-mark.tsx'
import { ReportLabel } from '../marks/report-mark.tsx'
import { Signal } from '../marks/signal.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import type { Shows } from '../organisation/settings/display-items.ts'
import styles from './list-screen.module.css'
import { RowMenu } from './row-menu.tsx'

type SortKey = (typeof healthSortKeys)[number]
type ConditionColumn = Column<HealthRow, SortKey>

const { healthCondition: label } = labels
const isStale = (row: HealthRow) => row.status === '0'

const Alert = ({ row, onEmergency }: { readonly row: HealthRow; readonly onEmergency: (row: HealthRow) => void }) => {
  const grade = levelGradeOf(row.alertLevel)
  return (
    <>
      <span className={styles['alert']}>
        {grade !== undefined && <LevelLabel grade={grade} word={levelWordOf(row)} hollow={isStale(row)} />}
        {row.emergency === '1' && (
          <button type="button" className={styles['badge']} onClick={() => onEmergency(row)} aria-label={`${row.fullName}の緊急に対応する`}>
            <EmergencyBadge />
          </button>
        )}
      </span>
      <div className={styles['reason']}>
        <ReportLabel row={row} />
        <LevelReason row={row} />
      </div>
    </>
  )
}

const HeartRate = ({ row }: { readonly row: HealthRow }) => {
  if (row.heartRate === null)
    return (
      row.status === '1' && (
        <span className={styles['no-heart']}>
          <NoHeartRateMark size={16} decorative />
          {statusNames['1']}
        </span>
      )
    )
  const high = row.heartJudged && !isStale(row) && passedLimit(row.heartRate, row.limits) > 0
  return (
    <span className={styles['heart']} data-stale={isStale(row)}>
      <span className={styles['bpm']} data-high={high}>
        {row.heartRate}
      </span>
      {row.heartJudged && <HeartRateBar bpm={row.heartRate} limits={row.limits} stale={isStale(row)} />}
    </span>
  )
}

/** The heart rate, and what somebody should look at of the device that measures it. */
const MeasuredHeart = ({ row }: { readonly row: HealthRow }) => (
  <>
    <HeartRate row={row} />
    {row.warnings.length > 0 && (
      <div className={styles['warnings']}>
        {row.warnings.map((warning) => (
          <div key={warning} title={deviceWarningAdvice[warning]}>
            {deviceWarningNames[warning]}
          </div>
        ))}
      </div>
    )}
  </>
)

const Excess = ({ row }: { readonly row: HealthRow }) =>
  row.excess !== null && (
    <>
      <span className={styles['number']} data-stale={isStale(row)} data-high={row.excess >= 0}>
        {signed(row.excess)}
      </span>
      <div className={styles['under']}>{onEndInWords(row)}</div>
    </>
  )

const Received = ({ row }: { readonly row: HealthRow }) => {
  if (row.alertTime === null) return null
  return isStale(row) ? (
    <span className={styles['lost']}>
      <SilentMark size={16} />
      <Ago at={row.alertTime} />
    </span>
  ) : (
    <span className={styles['quiet']}>
      <Ago at={row.alertTime} />
    </span>
  )
}

type NameProps = { readonly row: HealthRow; readonly withPlace: boolean; readonly isSpent: boolean }

const Name = ({ row, withPlace, isSpent }: NameProps) => (
  <>
    <WorkerLink person={row} className={styles['name']}>
      {row.fullName}
    </WorkerLink>
    <AttentionMark row={row} />
    {withPlace && <div className={styles['under']}>{row.locationName}</div>}
    {isSpent && (
      <div className={styles['spent']}>
        {spentParts[0]}
        <wbr />
        {spentParts[1]}
      </div>
    )}
  </>
)

const Wbgt = ({ row, withPoint }: { readonly row: HealthRow; readonly withPoint: boolean }) =>
  row.wbgtValue !== null && (
    <>
      <span data-stale={isStale(row)} className={styles['number']}>
        {row.wbgtSource === 'estimated' && <EstimatedMark />} {row.wbgtValue.toFixed(1)}
      </span>
      {withPoint && <div className={styles['under']}>{row.wbgtMeasurementPoint}</div>}
    </>
  )

// Two lines, broken where a reader would: the values below are short.
const MeasurementPoint = () => (
  <span className={styles['two-lines']}>
    {label.wbgtValue}
    <wbr />
    {label.wbgtMeasurementPoint.replace(label.wbgtValue, '')}
  </span>
)

type List = 'PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING'

export type ColumnChoice = {
  /** Which items the master settings show. */
  readonly shows: Shows<List>
  /** The base is a column where the viewer sees several. */
  readonly withBase: boolean
  /** Signal strength is for the service-unit admin alone. */
  readonly withSignal: boolean
  /** Where the screen is narrow, places are under what they belong to, so that none is scrolled out of sight. */
  readonly compact: boolean
  readonly onEmergency: (row: HealthRow) => void
  /** Those whose minutes in heat of today are spent, by their numbers. */
  readonly spent: ReadonlySet<number>
}

const columnsByKey = ({
  compact,
  shows,
  onEmergency,
  spent,
}: ColumnChoice): Record<Exclude<SortKey, 'emergency'>, Omit<ConditionColumn, 'key' | 'sortKey'>> => ({
  alertLevel: { title: label.alertLevel, width: compact ? 146 : 176, render: (row) => <Alert row={row} onEmergency={onEmergency} /> },
  fullName: {
    title: compact && shows('LOCATION_INTELLIGENCE') ? `${label.fullName}・${label.locationName}` : label.fullName,
    width: 186,
    render: (row) => <Name row={row} withPlace={compact && shows('LOCATION_INTELLIGENCE')} isSpent={spent.has(row.userId)} />,
  },
  age: { title: label.age, align: 'right', width: 54, render: (row) => row.age },
  baseName: {
    title: label.baseName,
    width: compact ? 150 : 210,
    render: (row) => (compact ? <div className={styles['point']}>{row.baseName}</div> : row.baseName),
  },
  groupName: { title: label.groupName, width: 72, render: (row) => row.groupName },
  heartRate: { title: label.heartRate, unit: 'bpm', width: 138, render: (row) => <MeasuredHeart row={row} /> },
  excess: { title: label.excess, unit: '℃', align: 'right', width: 106, render: (row) => <Excess row={row} /> },
  wbgtValue: {
    title: label.wbgtValue,
    unit: '℃',
    align: 'right',
    width: compact ? 120 : 80,
    render: (row) => <Wbgt row={row} withPoint={compact && shows('WBGT_MEASUREMENT_LOCATION')} />,
  },
  wbgtMeasurementPoint: {
    title: <MeasurementPoint />,
    width: 86,
    render: (row) => <div className={styles['point']}>{row.wbgtMeasurementPoint}</div>,
  },
  locationName: { title: label.locationName, width: 150, render: (row) => row.locationName },
  alertTime: { title: label.alertTime, width: 80, render: (row) => <Received row={row} /> },
  bateryLevel: { title: label.bateryLevel, width: 74, render: (row) => <Battery level={row.bateryLevel} /> },
  waveLevel: { title: label.waveLevel, width: 50, render: (row) => <Signal level={row.waveLevel} /> },
})

const menu: ConditionColumn = {
  key: 'menu',
  title: <span className="visually-hidden">操作</span>,
  width: 36,
  fixed: 'end',
  render: (row) => <RowMenu row={row} />,
}

/** Whose item each column is. */
const itemOf: Record<Exclude<SortKey, 'emergency'>, DisplayItem<List>> = {
  alertLevel: 'GENERAL_ALERT',
  fullName: 'FULL_NAME',
  age: 'AGE',
  baseName: 'BASE_NAME',
  groupName: 'GROUP',
  heartRate: 'HEART_BEATS',
  excess: 'WBGT_EXCEEDS',
  wbgtValue: 'WBGT_VALUE',
  wbgtMeasurementPoint: 'WBGT_MEASUREMENT_LOCATION',
  locationName: 'LOCATION_INTELLIGENCE',
  alertTime: 'ELAPSED_TIME',
  bateryLevel: 'BATTERY',
  waveLevel: 'RADIO_FIELD_STRENGTH',
}

/** The columns of the condition list for a viewer and a width. */
export const listColumns = (choice: ColumnChoice): ConditionColumn[] => {
  const byKey = columnsByKey(choice)
  const base = choice.withBase ? (['baseName'] as const) : []
  const signal = choice.withSignal ? (['waveLevel'] as const) : []
  const order = choice.compact
    ? ([
        'alertLevel',
        'fullName',
        'heartRate',
        'excess',
        // Its place has a column of its own once there is no value above it.
        choice.shows('WBGT_VALUE') ? 'wbgtValue' : 'wbgtMeasurementPoint',
        ...base,
        'groupName',
        'age',
        'alertTime',
        'bateryLevel',
        ...signal,
      ] as const)
    : ([
        'alertLevel',
        'fullName',
        'age',
        ...base,
        'groupName',
        'heartRate',
        'excess',
        'wbgtValue',
        'wbgtMeasurementPoint',
        'locationName',
        'alertTime',
        'bateryLevel',
        ...signal,
      ] as const)
  const shown = order.filter((key) => choice.shows(itemOf[key]))
  return [...shown.map((key) => ({ key, sortKey: key, ...byKey[key] })), menu]
}

/** The tint of a row: an emergency and level 3 alone have one, and only while the value is current. */
export const rowClassOf = (row: HealthRow): string | undefined => {
  if (row.emergency === '1') return styles['row-emergency']
  return row.alertLevel === 3 && !isStale(row) ? styles['row-danger'] : undefined
}
