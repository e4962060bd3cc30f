import { Ago } from './ago.tsx'
import styles from './device-state.module.css'
import { SilentMark } from './sign-mark.tsx'

type Heard = { readonly isAlive: boolean; readonly lastAt: string | null }

/** A full ring around a dot: values arrive. */
const HeardMark = () => (
  <svg className={styles['heard']} width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="9.6" />
    <circle className={styles['dot']} cx="12" cy="12" r="4.6" />
  </svg>
)

/** An empty ring: nothing has ever come. */
const UnheardMark = () => (
  <svg className={styles['heard']} width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="9.6" strokeDasharray="2 3" />
  </svg>
)

/** Whether a device is heard, in shape and word, and how long ago its last value came. */
export const DeviceState = ({ isAlive, lastAt }: Heard) => (
  <span className={styles['state']} data-lost={!isAlive && lastAt !== null}>
    {isAlive ? <HeardMark /> : lastAt === null ? <UnheardMark /> : <SilentMark size={16} decorative />}
    <span>
      <span className={styles['word']}>{isAlive ? '受信中' : lastAt === null ? '受信なし' : '途絶'}</span>
      {lastAt !== null && (
        <span className={styles['ago']}>
          <Ago at={lastAt} />
        </span>
      )}
    </span>
  </span>
)
