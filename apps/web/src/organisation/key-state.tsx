import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import StopOutlined from '@ant-design/icons/StopOutlined'
import { Ago } from '../marks/ago.tsx'
import styles from './key-panel.module.css'

type Props = {
  readonly revokedAt: string | null
  /** Who revoked it, where that is on record. */
  readonly by?: string | null
}

/** Whether a key or a link is in force, and since when not. */
export const KeyState = ({ revokedAt, by = null }: Props) => (
  <span className={styles['state']} data-revoked={revokedAt !== null}>
    {revokedAt === null ? <CheckCircleOutlined aria-hidden="true" /> : <StopOutlined aria-hidden="true" />}
    <span>
      {revokedAt === null ? '有効' : '停止　'}
      {revokedAt !== null && <Ago at={revokedAt} />}
      {by !== null && `　${by}`}
    </span>
  </span>
)
