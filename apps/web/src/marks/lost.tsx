import type { Loss } from '@mimamori/contract/alert'
import { lostNames, statusNames } from '@mimamori/contract/labels'
import styles from './marks.module.css'
import { SilentMark } from './sign-mark.tsx'

/** データ途絶（心拍・通信） */
export const lostInWords = (lost: readonly Loss[]): string => `${statusNames['0']}（${lost.map((name) => lostNames[name]).join('・')}）`

/** The same as a mark: that an episode continues without data, and without which; nothing where all arrives. */
export const Lost = ({ lost }: { readonly lost: readonly Loss[] }) =>
  lost.length > 0 && (
    <span className={styles['lost']}>
      <SilentMark size={16} decorative />
      {lostInWords(lost)}
    </span>
  )
