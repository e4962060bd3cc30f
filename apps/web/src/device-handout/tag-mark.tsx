import type { WearState } from '@mimamori/contract/wear'
import styles from './tag-mark.module.css'

const outline = <rect x="3" y="1" width="14" height="20" rx="3" />

const shapes: Record<WearState, React.ReactNode> = {
  worn: (
    <>
      <rect className={styles['filled']} x="3" y="1" width="14" height="20" rx="3" />
      <path className={styles['inverse']} d="M6.5 12.5l2.6 2.6 4.6-5.2" />
      <circle className={styles['hole']} cx="10" cy="5" r="1.3" />
    </>
  ),
  notHeard: (
    <>
      <circle cx="10" cy="11" r="8.6" strokeDasharray="3.2 2.4" />
      <path d="M7 8l6 6M13 8l-6 6" />
    </>
  ),
  notHanded: <rect x="3" y="1" width="14" height="20" rx="3" strokeDasharray="3.2 2.4" />,
  returned: (
    <>
      {outline}
      <path d="M13.5 11H7M9.6 8.2L6.8 11l2.8 2.8" />
    </>
  ),
  notReturned: (
    <>
      {outline}
      <path d="M13 13.6A4.2 4.2 0 1 1 9.2 7.4 3.4 3.4 0 0 0 13 13.6z" />
    </>
  ),
}

/** The sign of the state of a person's tag; the word is beside it. */
export const TagMark = ({ state }: { readonly state: WearState }) => (
  <svg className={styles['mark']} width="20" height="22" viewBox="0 0 20 22" aria-hidden="true">
    {shapes[state]}
  </svg>
)
