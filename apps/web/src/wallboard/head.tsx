import { longDate } from '@mimamori/contract/time-words'
import type { Wallboard } from '@mimamori/contract/wallboard'
import { receptionState } from '../marks/reception-state.ts'
import { SilentMark } from '../marks/sign-mark.tsx'
import { BrandMark } from '../platform/brand.tsx'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import styles from './board.module.css'

const Reception = ({ lastReceivedAt, now }: { readonly lastReceivedAt: string | null; readonly now: number }) => {
  const state = receptionState(lastReceivedAt, now)
  if (state.kind !== 'stopped')
    return (
      <p className={styles['reception']}>
        <span className={styles['dot']} aria-hidden="true" />
        受信中
      </p>
    )
  return (
    <p className={styles['reception']} data-stopped="true">
      <SilentMark decorative />
      <strong>受信停止</strong>
      <span>{state.since === null ? 'まだ何も届いていません' : `${state.since} から`}</span>
    </p>
  )
}

type Props = { readonly board: Wallboard | undefined; readonly now: number; readonly isOld: boolean }

/** The site, whether anything comes in, and the time. */
export const Head = ({ board, now, isOld }: Props) => (
  <header className={styles['head']}>
    <span className={styles['brand']}>
      <BrandMark size={34} />
    </span>
    <h1 className={styles['site']}>{board?.officeName ?? '現場ボード'}</h1>
    {board !== undefined && !isOld && <Reception lastReceivedAt={board.lastReceivedAt} now={now} />}
    <p className={styles['date']}>{longDate(dateOf(now))}</p>
    <p className={styles['clock']}>
      <time>{clockOf(now)}</time>
    </p>
  </header>
)
