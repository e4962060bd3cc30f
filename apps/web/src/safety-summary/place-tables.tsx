import { gradeNames } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { LevelMark } from '../marks/level-mark.tsx'
import { Track } from '../marks/charts/bars.tsx'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import styles from '../marks/charts/tables.module.css'
import { nothing } from '../marks/charts/figure-words.ts'
import { heatMeans, hoursOf } from './words.ts'

/** How many at a level; the mark is there only where there are any. */
const Count = ({ grade, count }: { readonly grade: 'emergency' | 3 | 2 | 1; readonly count: number }) => (
  <td className={styles['number']}>
    {count === 0 ? (
      <span className={styles['zero']}>0</span>
    ) : (
      <span className={styles['marked']}>
        <LevelMark grade={grade} size={16} decorative />
        <strong>{count.toLocaleString('ja-JP')}</strong>
      </span>
    )}
  </td>
)

/** How heat was where it is measured. */
export const PlacesPanel = ({ places }: Pick<SafetySummary, 'places'>) => {
  const longest = Math.max(1, ...places.map(({ heatMinutes }) => heatMinutes))
  const watchers = places.filter(({ source }) => source === 'measured').length
  return (
    <SectionPanel title="場所ごと" hint={`暑さ指数計 ${watchers}台・暑い時間は${heatMeans}`}>
      {places.length === 0 ? (
        <Nothing>暑さ指数計の測定値も、環境省の値もありません。</Nothing>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">場所</th>
              <th scope="col" className={styles['number']}>
                WBGT最高 <span className={styles['unit']}>℃</span>
              </th>
              <th scope="col">
                暑い時間 <span className={styles['unit']}>時間</span>
              </th>
              <th scope="col" className={styles['number']}>
                {gradeNames[3]}
              </th>
              <th scope="col" className={styles['number']}>
                {gradeNames.emergency}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map(({ place, serialNumber, source, wbgtMax, heatMinutes, level3, emergency }) => (
              <tr key={`${source} ${serialNumber}`}>
                <th scope="row">
                  {place}
                  <span className={styles['under']}>{source === 'public' ? '公表値' : serialNumber}</span>
                </th>
                <td className={styles['number']}>{wbgtMax?.toFixed(1) ?? nothing}</td>
                <td>
                  <span className={styles['hours']}>
                    <strong>{hoursOf(heatMinutes)}</strong>
                    <Track part={heatMinutes / longest} />
                  </span>
                </td>
                <Count grade={3} count={level3} />
                <Count grade="emergency" count={emergency} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SectionPanel>
  )
}

const levels = [
  { grade: 'emergency', key: 'emergency' },
  { grade: 3, key: 'level3' },
  { grade: 2, key: 'level2' },
  { grade: 1, key: 'level1' },
] as const

/** How many alerts there were in each group. */
export const GroupsPanel = ({ groups }: Pick<SafetySummary, 'groups'>) => (
  <SectionPanel title="グループごと" hint="アラートの件数">
    {groups.length === 0 ? (
      <Nothing>アラートはありませんでした。</Nothing>
    ) : (
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">グループ</th>
            {levels.map(({ grade }) => (
              <th key={grade} scope="col" className={styles['number']}>
                {gradeNames[grade]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ groupName, ...counts }) => (
            <tr key={groupName}>
              <th scope="row">{groupName ?? 'グループなし・現場全体'}</th>
              {levels.map(({ grade, key }) => (
                <Count key={key} grade={grade} count={counts[key]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </SectionPanel>
)
