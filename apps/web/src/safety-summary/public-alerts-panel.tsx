import { type AnnouncedAlert, publicAlertNames } from '@mimamori/contract/public-alert'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import styles from '../marks/charts/tables.module.css'
import { dayAndClock } from './words.ts'

const title = '公表された熱中症アラート'

/** What the ministry announced for days of the month, and when; without a mark of a level, since public bands are not ours. */
export const PublicAlertsPanel = ({ alerts }: { readonly alerts: readonly AnnouncedAlert[] }) => {
  const days = new Set(alerts.map(({ day }) => day)).size
  const areas = [...new Set(alerts.map(({ area }) => area))]
  if (days === 0)
    return (
      <SectionPanel title={title} hint="環境省・気象庁">
        <Nothing>この月に、この地域への発表はありません。</Nothing>
      </SectionPanel>
    )
  return (
    <SectionPanel title={title} hint={`環境省・気象庁・${areas.join('、')}　${days}日`}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">日</th>
            <th scope="col">発表</th>
            <th scope="col" className={styles['number']}>
              はじめの発表
            </th>
          </tr>
        </thead>
        <tbody>
          {alerts.map(({ day, level, area, announcedAt, withdrawnAt }) => (
            <tr key={`${day} ${level} ${area}`}>
              <th scope="row">{Number(day.slice(8))}日</th>
              <td>
                {publicAlertNames[level]}
                {areas.length > 1 && <span className={styles['under']}>{area}</span>}
                {withdrawnAt !== null && <span className={styles['under']}>{dayAndClock(withdrawnAt)} に取り下げ</span>}
              </td>
              <td className={styles['number']}>{dayAndClock(announcedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SectionPanel>
  )
}
