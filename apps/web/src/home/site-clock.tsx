import FieldTimeOutlined from '@ant-design/icons-svg/es/asn/FieldTimeOutlined'
import type { OfficeNow } from '@mimamori/contract/office-now'
import { minutesInWords } from '../marks/heat-time.tsx'
import { SvgIcon } from '../kit/svg-icon.tsx'
import styles from './site-clock.module.css'

/** One hour on end in such heat is what the duty of employers begins from (安衛則 第612条の2). */
const hour = 60

/** How long somebody at the site has been in heat on end, against the hour from which the duty holds. */
export const SiteClock = ({
  longest: { minutes, locationName, people },
}: {
  readonly longest: NonNullable<OfficeNow['longestInHeat']>
}) => {
  const where = `${locationName ?? '位置不明の場所'}の人が最長${people > 0 ? `・45分以上 ${people}人` : ''}`
  return (
    <div className={styles['clock']}>
      <p className={styles['title']}>
        <SvgIcon icon={FieldTimeOutlined} />
        <span>
          <strong>暑さの中に連続 {minutesInWords(minutes)}</strong>
          <span className={styles['rule']}>（1時間で規則の対象）</span>
        </span>
      </p>
      <span className={styles['track']} aria-hidden="true">
        <span className={styles['bar']} style={{ inlineSize: `${Math.min(1, minutes / hour) * 100}%` }} />
      </span>
      <p className={styles['note']}>
        <span>{where}</span>
        <span>{minutes < hour ? `あと${hour - minutes}分` : '1時間を超えています'}</span>
      </p>
    </div>
  )
}
