import type { Loss } from '@mimamori/contract/alert'
import { lostInWords } from './lost-words.ts'
import styles from './marks.module.css'
import { SilentMark } from './sign-mark.tsx'

/** A mark of an episode that continues without data, and without which; nothing where all arrives. */
export const Lost = ({ lost }: { readonly lost: readonly Loss[] }) =>
  lost.length > 0 && (
    <span className={styles['lost']}>
      <SilentMark size={16} decorative />
      {lostInWords(lost)}
    </span>
  )
