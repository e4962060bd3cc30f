import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { SectionPanel } from '../marks/charts/summary-panel.tsx'
import styles from '../marks/charts/tables.module.css'
import { heatMeans, hoursOf } from './words.ts'

type ExposureProps = Pick<SafetySummary, 'heat' | 'exposure'>

const Facts = ({ heat, exposure }: ExposureProps) => (
  <dl className={styles['facts']}>
    <div>
      <dt>1時間以上続いた</dt>
      <dd>
        <strong>{heat.longStretches.toLocaleString('ja-JP')}</strong> 回
      </dd>
    </div>
    <div>
      <dt>4時間を超えた日</dt>
      <dd>
        <strong>{heat.longDays}</strong> 日
      </dd>
    </div>
    <div>
      <dt>全員の合計</dt>
      <dd>
        <strong>{hoursOf(exposure.minutes)}</strong> 時間
      </dd>
    </div>
    <div>
      <dt>1日4時間を超えた人</dt>
      <dd>
        のべ <strong>{exposure.longDays.toLocaleString('ja-JP')}</strong> 人
      </dd>
    </div>
  </dl>
)

/** How long the site and its people were in heat, and who the longest. */
export const ExposurePanel = ({ heat, exposure }: ExposureProps) => (
  <SectionPanel title="暑さの中にいた時間" hint={heatMeans}>
    <Facts heat={heat} exposure={exposure} />
    {exposure.people.length > 0 && (
      <table className={styles['table']} aria-label="長くいた人">
        <thead>
          <tr>
            <th scope="col">長くいた人</th>
            <th scope="col" className={styles['number']}>
              時間
            </th>
            <th scope="col" className={styles['number']}>
              日数
            </th>
            <th scope="col" className={styles['number']}>
              4時間を超えた日
            </th>
          </tr>
        </thead>
        <tbody>
          {exposure.people.map(({ userId, fullName, groupName, minutes, days, longDays }) => (
            <tr key={userId}>
              <th scope="row">
                {fullName}
                {groupName !== null && <span className={styles['beside']}>{groupName}</span>}
              </th>
              <td className={styles['number']}>
                <strong>{hoursOf(minutes)}</strong>
              </td>
              <td className={styles['number']}>{days}</td>
              <td className={styles['number']}>{longDays === 0 ? <span className={styles['zero']}>0</span> : longDays}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </SectionPanel>
)
