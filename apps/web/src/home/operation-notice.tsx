import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { operationPartNames } from '@mimamori/contract/operation'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../kit/screen-link.tsx'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
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
      <SvgIcon icon={ExclamationCircleFilled} className={styles['icon']} />
      <p className={styles['text']}>
        <strong>{message('operationIllTitle')}</strong>
        {parts.map((part) => operationPartNames[part]).join('、')}
      </p>
      <ScreenLink to={screens.operation.path}>{screens.operation.title}</ScreenLink>
    </section>
  )
}
