import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { shareOf } from '../marks/charts/figure-words.ts'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import tables from '../marks/charts/tables.module.css'
import styles from './rest-panels.module.css'
import { hoursOf } from './words.ts'

type GroupRests = SafetySummary['rests']['groups'][number]

/** How much of the rest that was planned or due was taken: beyond it a figure says nothing, as where hardly any was due. */
const coverOf = (taken: number, wanted: number): string => (wanted > 0 && taken > wanted ? '100%以上' : shareOf(taken, wanted))

const Heading = ({ name, unit }: { readonly name: string; readonly unit?: string }) => (
  <th scope="col" className={tables['number']}>
    {name}
    {unit !== undefined && (
      <>
        {' '}
        <span className={tables['unit']}>{unit}</span>
      </>
    )}
  </th>
)

const Cell = ({ children }: { readonly children: string | number }) => <td className={tables['number']}>{children}</td>

const Strong = ({ children }: { readonly children: string | number }) => (
  <td className={tables['number']}>
    <strong>{children}</strong>
  </td>
)

type RowProps = { readonly group: GroupRests; readonly longest: number; readonly hasPlan: boolean }

const Row = ({ group, longest, hasPlan }: RowProps) => {
  const { groupName, alerts, within30, none, takenMinutes, dueMinutes, plannedMinutes } = group
  const wanted = hasPlan ? plannedMinutes : dueMinutes
  return (
    <tr>
      <th scope="row">{groupName ?? 'グループなし'}</th>
      <Cell>{alerts}</Cell>
      <Strong>{shareOf(within30, alerts)}</Strong>
      <Strong>{none}</Strong>
      <td className={styles['bars']} aria-hidden="true">
        <span className={styles['track']}>
          <span className={styles['taken']} style={{ inlineSize: `${(takenMinutes / longest) * 100}%` }} />
          {wanted !== null && <span className={styles['due']} style={{ insetInlineStart: `${(wanted / longest) * 100}%` }} />}
        </span>
      </td>
      <Cell>{hoursOf(takenMinutes)}</Cell>
      {hasPlan && <Cell>{plannedMinutes === null ? '―' : hoursOf(plannedMinutes)}</Cell>}
      <Cell>{hoursOf(dueMinutes)}</Cell>
      <Strong>{wanted === null ? '―' : coverOf(takenMinutes, wanted)}</Strong>
    </tr>
  )
}

/**
 * The rest that was taken beside the rest that the plans of the days asked for, by group; where the month has no plans beside what the
 * heat called for.
 */
export const GroupRestsPanel = ({ rests: { groups } }: Pick<SafetySummary, 'rests'>) => {
  const hasPlan = groups.some(({ plannedMinutes }) => plannedMinutes !== null)
  const longest = Math.max(
    1,
    ...groups.flatMap(({ takenMinutes, dueMinutes, plannedMinutes }) => [takenMinutes, hasPlan ? (plannedMinutes ?? 0) : dueMinutes]),
  )
  return (
    <SectionPanel
      title={hasPlan ? '予定した休憩と取った休憩' : '目安の休憩と取った休憩'}
      hint={hasPlan ? '班の人の合計。縦線が予定。目安は測定した暑さから' : '班の人の合計。縦線が目安'}
    >
      {groups.length === 0 ? (
        <Nothing>休憩の記録も、休憩の要る暑さもありませんでした。</Nothing>
      ) : (
        <div className={styles['scroll']}>
          <table className={tables['table']}>
            <thead>
              <tr>
                <th scope="col">グループ</th>
                <Heading name="アラート" unit="件" />
                <Heading name="30分以内" />
                <Heading name="休憩なし" unit="件" />
                <th scope="col" className={styles['bars']}>
                  取った休憩
                </th>
                <Heading name="取った" unit="時間" />
                {hasPlan && <Heading name="予定" unit="時間" />}
                <Heading name="目安" unit="時間" />
                <Heading name="割合" />
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <Row key={group.groupName} group={group} longest={longest} hasPlan={hasPlan} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SectionPanel>
  )
}
