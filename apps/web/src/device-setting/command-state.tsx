import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined'
import SendOutlined from '@ant-design/icons/SendOutlined'
import SwapOutlined from '@ant-design/icons/SwapOutlined'
import { downlinkStateNames, type Downlink, type DownlinkState } from '@mimamori/contract/downlink'
import { Ago } from '../marks/ago.tsx'
import styles from './command-list.module.css'

const icons: Record<DownlinkState, typeof SendOutlined> = {
  pending: ClockCircleOutlined,
  sent: SendOutlined,
  acknowledged: CheckCircleOutlined,
  failed: ExclamationCircleFilled,
  expired: MinusCircleOutlined,
  superseded: SwapOutlined,
}

/** When a command came to the state it is in. */
const sinceOf = ({ state, createdAt, sentAt, ackedAt }: Downlink) => {
  if (state === 'acknowledged' || state === 'failed') return ackedAt ?? sentAt ?? createdAt
  return state === 'sent' ? (sentAt ?? createdAt) : createdAt
}

/** A command's state: shape, word and time. */
export const CommandState = ({ command }: { readonly command: Downlink }) => {
  const Icon = icons[command.state]
  return (
    <p className={styles['state']} data-state={command.state}>
      <Icon aria-hidden="true" className={styles['icon']} />
      <span className={styles['word']}>{downlinkStateNames[command.state]}</span>
      <span className={styles['when']}>
        <Ago at={sinceOf(command)} />
      </span>
    </p>
  )
}
