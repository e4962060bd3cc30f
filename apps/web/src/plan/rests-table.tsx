import type { PlanHour, PlanLimit } from '@mimamori/contract/plan'
import { highestOf, unknownHours } from './limit-hours.ts'
import { groupNameOf, limitInWords, placeInWords, stopMinutes } from './plan-words.ts'
import type { PlanGroup } from './plan-types.ts'
import { RestCell } from './rest-cell.tsx'
import styles from './rests-table.module.css'

type HoursProps = { readonly limit: Pick<PlanLimit, 'hours'>; readonly isMeasured: boolean }

const Hours = ({ limit, isMeasured }: HoursProps) =>
  limit.hours.map((hour) => (
    <td key={hour.at} className={styles['hour']} data-stop={!isMeasured && hour.restMinutes === stopMinutes}>
      <RestCell hour={hour} isMeasured={isMeasured} />
    </td>
  ))

const Above = ({ limit }: { readonly limit: Pick<PlanLimit, 'hours' | 'hoursAbove'> }) => {
  const unknown = unknownHours(limit)
  return (
    <td className={styles['above']}>
      {limit.hoursAbove > 0 ? (
        <>
          <strong>{limit.hoursAbove}</strong> <span className={styles['unit']}>時間</span>
        </>
      ) : (
        // With hours of which nothing is known, none above the limit is not yet a 0.
        <span className={styles['none']}>{highestOf(limit) === null && unknown > 0 ? '―' : '0'}</span>
      )}
      {unknown > 0 && <span className={styles['unknown']}>値なし {unknown}</span>}
    </td>
  )
}

type GroupProps = { readonly group: PlanGroup; readonly isMeasured: boolean }

/** Where a group works, and the highest heat there: the row above is of the hottest place. */
const GroupPlace = ({ group, isMeasured }: GroupProps) => {
  const highest = highestOf(group)
  const place = placeInWords(group)
  return (
    (place !== '' || highest !== null) && (
      <span className={styles['place']}>
        {place}{' '}
        {highest !== null && (
          <span className={styles['highest']}>
            {isMeasured ? '実測の最高' : '最高'} {highest.toFixed(1)}
          </span>
        )}
      </span>
    )
  )
}

const GroupRows = ({ group, isMeasured }: GroupProps) => (
  <tbody className={styles['group']} data-tried={group.isTrial}>
    <tr>
      <th scope="row">
        <span className={styles['name']}>{groupNameOf(group)}</span>
        {group.isTrial && <span className={styles['trial']}>試算</span>}
        <GroupPlace group={group} isMeasured={isMeasured} />
      </th>
      <td className={styles['limit']}>{limitInWords(group.limit)}</td>
      <Hours limit={group} isMeasured={isMeasured} />
      <Above limit={group} />
    </tr>
    {group.unacclimatised !== null && (
      <tr className={styles['part']}>
        <th scope="row">
          <span className="visually-hidden">{groupNameOf(group)}の</span>慣れていない {group.unacclimatised.people}人
        </th>
        <td className={styles['limit']}>{limitInWords(group.unacclimatised.limit)}</td>
        <Hours limit={group.unacclimatised} isMeasured={isMeasured} />
        <Above limit={group.unacclimatised} />
      </tr>
    )}
  </tbody>
)

type HeatProps = { readonly hours: readonly PlanHour[]; readonly placeName: string | null }

const Heat = ({ hours, placeName }: HeatProps) => (
  <tr className={styles['heat']}>
    <th scope="row" colSpan={2}>
      {placeName ?? '現場'}の暑さ WBGT ℃
    </th>
    {hours.map(({ at, site, isInterpolated }) => (
      <td key={at} className={styles['hour']} data-between={isInterpolated}>
        {site?.toFixed(1) ?? '―'}
        {isInterpolated && <span className="visually-hidden">（補間）</span>}
      </td>
    ))}
  </tr>
)

type Props = {
  readonly hours: readonly PlanHour[]
  /** The place of these hours. */
  readonly placeName: string | null
  readonly groups: readonly PlanGroup[]
  readonly caption: string
  readonly isMeasured: boolean
}

/** So many hours have room for a number beside its mark. */
const mostWide = 12

/** The rest of each hour, group by group; below a group those of its people whose limit is that of the not acclimatised. */
export const RestsTable = ({ hours, placeName, groups, caption, isMeasured }: Props) => (
  <table className={styles['table']} data-wide={hours.length <= mostWide}>
    <caption className="visually-hidden">{caption}</caption>
    <colgroup>
      <col className={styles['name-column']} />
      <col className={styles['limit-column']} />
      {hours.map(({ at }) => (
        <col key={at} />
      ))}
      <col className={styles['above-column']} />
    </colgroup>
    <thead>
      <tr>
        <th scope="col">班・場所</th>
        <th scope="col" className={styles['limit']}>
          基準値
        </th>
        {hours.map(({ at, hour }) => (
          <th key={at} scope="col" className={styles['hour']}>
            <strong>{hour}</strong>
            <span className={styles['o-clock']}>時</span>
          </th>
        ))}
        <th scope="col" rowSpan={2} className={styles['above']}>
          超える
        </th>
      </tr>
      <Heat hours={hours} placeName={placeName} />
    </thead>
    {groups.map((group) => (
      <GroupRows key={group.groupId} group={group} isMeasured={isMeasured} />
    ))}
  </table>
)
