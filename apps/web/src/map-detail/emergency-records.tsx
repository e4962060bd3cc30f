import { outcomeNames, type AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Pagination } from 'antd'
import { signed } from '@mimamori/contract/number-words'
import { HandlingWord } from '../emergency/handling-word.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useStepBack } from '../kit/use-step-back.ts'
import { WorkerLink } from '../marks/worker-link.tsx'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './emergency-records.module.css'
import { emergencyPageSize, type useEmergencyRecords } from './use-map.ts'

const { alert: label } = labels

/** 07/21 13:31 */
const whenOf = (at: string) => `${dateOf(Date.parse(at)).slice(5).replace('-', '/')} ${clockOf(at)}`

type One = { readonly alert: AlertEpisode }

const Who = ({ alert }: One) =>
  alert.userId === null ? (
    (alert.locationName ?? alert.baseName)
  ) : (
    <WorkerLink person={{ ...alert, userId: alert.userId }} className={styles['name']}>
      {alert.fullName}
    </WorkerLink>
  )

const When = ({ alert }: One) => (
  <Link to={screens.alertRecord.path} params={{ id: String(alert.id) }}>
    {whenOf(alert.startedAt)}
    <span className="visually-hidden">の記録を開く</span>
  </Link>
)

const outcomeOf = ({ outcome }: AlertEpisode) => (outcome === null ? '' : outcomeNames[outcome])
const isUnclosed = ({ handling, withdrawn }: AlertEpisode) => handling !== 'closed' && withdrawn === '0'
const excessOf = ({ excess }: AlertEpisode) => (excess === null ? '' : signed(excess))

const Rows = ({ alerts }: { readonly alerts: readonly AlertEpisode[] }) => (
  <div className={styles['frame']}>
    <table className={styles['table']} aria-labelledby="emergency-records">
      <thead>
        <tr>
          <th>{label.startedAt}</th>
          <th>{label.fullName}</th>
          <th>{label.groupName}</th>
          <th>{label.reason}</th>
          <th className={styles['number']}>
            {label.heartRate} <span className={styles['unit']}>bpm</span>
          </th>
          <th className={styles['number']}>
            超過 <span className={styles['unit']}>℃</span>
          </th>
          <th>{label.handling}</th>
          <th>{label.outcome}</th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <tr key={alert.id} className={styles['row']} data-standing={isUnclosed(alert)}>
            <td>
              <When alert={alert} />
            </td>
            <td>
              <Who alert={alert} />
            </td>
            <td>{alert.groupName}</td>
            <td className={styles['reason']}>{alert.reason}</td>
            <td className={styles['number']}>{alert.heartRate}</td>
            <td className={styles['number']}>{excessOf(alert)}</td>
            <td>
              <HandlingWord alert={alert} />
            </td>
            <td>{outcomeOf(alert)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Cards = ({ alerts }: { readonly alerts: readonly AlertEpisode[] }) => (
  <ul className={styles['cards']} aria-labelledby="emergency-records">
    {alerts.map((alert) => (
      <li key={alert.id} className={styles['card']} data-standing={isUnclosed(alert)}>
        <div className={styles['head']}>
          <When alert={alert} />
          <span>
            <HandlingWord alert={alert} /> {outcomeOf(alert)}
          </span>
        </div>
        <div className={styles['person']}>
          <Who alert={alert} /> <span className={styles['small']}>{alert.groupName}</span>
        </div>
        <p className={styles['small']}>{alert.reason}</p>
      </li>
    ))}
  </ul>
)

type Props = {
  readonly result: ReturnType<typeof useEmergencyRecords>
  readonly page: number
  readonly setPage: (page: number) => void
  /** Whose they are. */
  readonly children: React.ReactNode
}

/** The emergencies on record of the chosen device or of the whole map, page by page. */
export const EmergencyRecords = ({ result, page, setPage, children }: Props) => {
  const narrow = useNarrow()
  const { data, error } = result
  useStepBack({ page, pageSize: emergencyPageSize, setPage }, result.isFetching ? undefined : data)
  return (
    <section aria-labelledby="emergency-records">
      <header className={styles['heading']}>
        <h2 id="emergency-records">緊急の記録</h2>
        {children}
        {data !== undefined && data.count > emergencyPageSize && (
          <Pagination
            className={styles['pager'] ?? ''}
            size="small"
            simple={narrow}
            showSizeChanger={false}
            current={page}
            pageSize={emergencyPageSize}
            total={data.count}
            onChange={setPage}
          />
        )}
      </header>
      {data !== undefined && error !== null && <StaleBanner result={result} />}
      {data === undefined ? (
        <NoAnswerYet result={result} height={160} />
      ) : data.count === 0 ? (
        <p className={styles['none']}>緊急の記録はありません。</p>
      ) : narrow ? (
        <Cards alerts={data.data} />
      ) : (
        <Rows alerts={data.data} />
      )}
    </section>
  )
}
