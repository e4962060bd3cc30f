import type { AlertLoad, CrewLoad } from '@mimamori/contract/alert-load'
import { gradeNames } from '@mimamori/contract/labels'
import { LevelMark } from '../marks/level-mark.tsx'
import { nothing } from '../marks/charts/figure-words.ts'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import tables from '../marks/charts/tables.module.css'
import styles from './crew-panel.module.css'
import { tenth } from './load-words.ts'

const rows = [
  { grade: 'emergency', key: 'emergency', name: gradeNames.emergency },
  { grade: 3, key: 'level3', name: gradeNames[3] },
  { grade: 2, key: 'level2', name: `${gradeNames[2]}以上` },
] as const

const figureOf = (load: CrewLoad | null | undefined, key: (typeof rows)[number]['key']): string =>
  load == null ? nothing : tenth(load[key])

const heatWords = (expected: AlertLoad['crew']['expected']): string =>
  expected === null
    ? '暑さの記録がないか低いため、見込みはありません。'
    : `日ごとの最高WBGTの平均は ${expected.wbgt.toFixed(1)}℃。${expected.column}℃の日に見込まれる量と並べています。`

/** Personal alerts of a crew of 40 and day beside what such heat makes expect. */
export const CrewPanel = ({ crew, people }: Pick<AlertLoad, 'crew' | 'people'>) => {
  const { actual, expected, measured } = crew
  const isMeasured = measured * 2 >= people
  const columns = [
    { name: '目安あり', load: expected?.withMeasure, fits: isMeasured },
    { name: '目安なし', load: expected?.withoutMeasure, fits: !isMeasured },
  ]
  return (
    <SectionPanel title="40人・1日あたり" hint="この暑さで見込まれる量との比較">
      {actual === null ? (
        <Nothing>この期間に心拍を測定した人はいません。</Nothing>
      ) : (
        <>
          <table className={tables['table']}>
            <thead>
              <tr>
                <th scope="col">アラート</th>
                <th scope="col" className={tables['number']}>
                  実際 <span className={tables['unit']}>件</span>
                </th>
                {columns.map(({ name, fits }) => (
                  <th key={name} scope="col" className={tables['number']}>
                    {name}
                    {fits && expected !== null && <span className={styles['fits']}>近いほう</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ grade, key, name }) => (
                <tr key={key}>
                  <th scope="row">
                    <span className={tables['marked']}>
                      <LevelMark grade={grade} size={20} decorative />
                      {name}
                    </span>
                  </th>
                  <td className={tables['number']}>
                    <strong className={styles['actual']}>{figureOf(actual, key)}</strong>
                  </td>
                  {columns.map(({ name: column, load, fits }) => (
                    <td key={column} className={tables['number']} data-fits={fits}>
                      {figureOf(load, key)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles['words']}>
            {heatWords(expected)} 本人の目安がわかっているのは {people}人のうち {measured}
            人です。見込みは、既定の設定のときのおおよその量です。
          </p>
        </>
      )}
    </SectionPanel>
  )
}
