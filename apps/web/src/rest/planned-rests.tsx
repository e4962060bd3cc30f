import { useId } from 'react'
import type { GroupRests, RestHour } from './planned-and-taken.ts'
import styles from './planned-rests.module.css'

const shareOf = (minutes: number): string => `${Math.min(60, minutes) * (100 / 60)}%`

const inWords = (planned: number | null): string => (planned === null ? '' : planned === 60 ? '中止' : String(planned))

const Hour = ({ hour: { hour, planned, taken, isNow } }: { readonly hour: RestHour }) => (
  <tr aria-current={isNow ? 'time' : undefined}>
    <th scope="row">{hour}</th>
    <td className={styles['bar']} aria-hidden="true">
      {taken !== null && <span className={styles['taken']} style={{ blockSize: shareOf(taken) }} />}
      {planned !== null && planned > 0 && <span className={styles['tick']} style={{ insetBlockEnd: shareOf(planned) }} />}
    </td>
    <td>{inWords(planned)}</td>
    <td>{taken ?? ''}</td>
  </tr>
)

/** The hours of one group's plan: a tick at what is planned, a bar of what was taken. */
const Hours = ({ hours }: Pick<GroupRests, 'hours'>) => (
  <div className={styles['scroll']}>
    <table className={styles['hours']} style={{ gridTemplateColumns: `auto repeat(${hours.length}, minmax(24px, 1fr))` }}>
      <thead>
        <tr>
          <th scope="col">時</th>
          <th aria-hidden="true" />
          <th scope="col">予定</th>
          <th scope="col">休憩</th>
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <Hour key={hour.hour} hour={hour} />
        ))}
      </tbody>
    </table>
  </div>
)

const Total = ({ group: { groupName, planned, taken }, isOnly }: { readonly group: GroupRests; readonly isOnly: boolean }) => {
  const longest = Math.max(60, planned, taken ?? 0)
  return (
    <li>
      <span>{isOnly ? 'いままで' : groupName}</span>
      <span className={styles['track']} aria-hidden="true">
        <span className={styles['taken']} style={{ inlineSize: `${((taken ?? 0) / longest) * 100}%` }} />
        <span className={styles['tick']} style={{ insetInlineStart: `${(planned / longest) * 100}%` }} />
      </span>
      <span className={styles['figures']}>
        <span>
          休憩 <strong>{taken === null ? '―' : `${taken}分`}</strong>
        </span>
        <span>予定 {planned}分</span>
      </span>
    </li>
  )
}

/**
 * The rest that the plan of the day asks for beside the rest that was taken: of one group by hour, of several until now. Nothing where
 * the day has no plan.
 */
export const PlannedRests = ({ groups }: { readonly groups: readonly GroupRests[] }) => {
  const id = useId()
  const [first, ...others] = groups
  if (first === undefined) return null
  return (
    <section aria-labelledby={id} className={styles['planned']}>
      <header>
        <h2 id={id}>予定した休憩と取った休憩</h2>
        <span>1人あたり・線が予定</span>
      </header>
      <ul>
        {groups.map((group) => (
          <Total key={group.groupId} group={group} isOnly={others.length === 0} />
        ))}
      </ul>
      {others.length === 0 && <Hours hours={first.hours} />}
      <p>予定は、作業前の予測によるものです。いまの暑さの目安と違うときは、長いほうを取ってください。</p>
    </section>
  )
}
