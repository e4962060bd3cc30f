import { ownShiftsInWords, strainLimitName } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { Nothing, Section } from '../marks/charts/summary-panel.tsx'
import styles from '../marks/charts/tables.module.css'

/** Whose usual work is harder than a body bears for long: for those who plan the work to come. */
export const StrainSection = ({ strain: { count, people } }: Pick<SafetySummary, 'strain'>) => (
  <Section title={`${strainLimitName}を超えた人`} hint="本人の目安（bpm）が180−年齢を上回る人。作業の割り振りの参考に">
    {count === 0 ? (
      <Nothing>いませんでした。</Nothing>
    ) : people.length === 0 ? (
      <p>{count}人。氏名は契約管理者と拠点管理者の画面に出ます。</p>
    ) : (
      <table className={styles['table']} aria-label={`${strainLimitName}を超えた人`}>
        <thead>
          <tr>
            <th scope="col">氏名</th>
            <th scope="col" className={styles['number']}>
              本人の目安
            </th>
            <th scope="col" className={styles['number']}>
              180−年齢
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ userId, fullName, groupName, ownMean, limit, shifts }) => (
            <tr key={userId}>
              <th scope="row">
                {fullName}
                <span className={styles['beside']}>{[groupName, ownShiftsInWords(shifts)].filter((part) => part !== null).join('・')}</span>
              </th>
              <td className={styles['number']}>
                <strong>{Math.round(ownMean)}</strong>
              </td>
              <td className={styles['number']}>{limit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Section>
)
