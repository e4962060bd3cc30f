import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import StopOutlined from '@ant-design/icons/StopOutlined'
import { Ago } from '../../marks/ago.tsx'
import { useNow } from '../../platform/clock.ts'
import { daysBetween, startOfDay } from '../../platform/japan-time.ts'
import styles from './key-state.module.css'

type Props = {
  readonly revokedAt: string | null
  /** Who revoked it, where that is on record. */
  readonly by?: string | null
  /** The last day that it is good for. */
  readonly endsOn: string | null
}

/** Whether a key or a link is in force, and since when not. */
export const KeyState = ({ revokedAt, by = null, endsOn }: Props) => {
  const now = useNow(60_000)
  const hasEnded = endsOn !== null && daysBetween(now, startOfDay(endsOn)) < 0
  const isInForce = revokedAt === null && !hasEnded
  return (
    <span className={styles['state']} data-revoked={!isInForce}>
      {isInForce ? <CheckCircleOutlined aria-hidden="true" /> : <StopOutlined aria-hidden="true" />}
      <span>
        {isInForce && '有効'}
        {revokedAt === null && hasEnded && '期限切れ'}
        {revokedAt !== null && (
          <>
            停止　
            <Ago at={revokedAt} />
          </>
        )}
        {by !== null && `　${by}`}
      </span>
    </span>
  )
}
