import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { operationPartNames } from '@mimamori/contract/operation'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './operation-notice.module.css'

const refreshMs = 60_000

/** That parts of the service need a hand, for those who run it, and the way to what to do; beside what every screen says (`AlarmNotice`). */
export const OperationNotice = () => {
  const { roleKey } = useViewer()
  const enabled = roleKey === 'AdminUnitService'
  const { data } = useQuery({ ...queryOf(endpoints.databaseState.read, {}), enabled, refetchInterval: refreshMs })
  const all = enabled ? (data?.needsHand ?? []) : []
  const parts = all.filter((part) => part !== 'alarms' && (part !== 'mail' || all.includes('alarms')))
  if (parts.length === 0) return null
  return (
    <section className={styles['notice']} aria-label={message('operationIllTitle')}>
      <ExclamationCircleFilled className={styles['icon']} aria-hidden="true" />
      <p className={styles['text']}>
        <strong>{message('operationIllTitle')}</strong>
        {parts.map((part) => operationPartNames[part]).join('、')}
      </p>
      <Link to={screens.operation.path}>{screens.operation.title}</Link>
    </section>
  )
}
