import { hookNames } from '@mimamori/contract/safety-belt'
import styles from './marks.module.css'

type Props = {
  /** '0' unhooked: the gate is open; '1' hooked: it is closed. */
  readonly hook: '0' | '1'
  readonly size?: number
  /** Drawn thin: the value from before the data stopped. */
  readonly hollow?: boolean
  /** True where the word is beside the mark, so that it is not read twice. */
  readonly decorative?: boolean
}

/** A snap hook in ink: with a closed or an open gate. */
export const HookMark = ({ hook, size = 24, hollow = false, decorative = false }: Props) => (
  <svg
    className={styles['hook']}
    data-hollow={hollow}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': hookNames[hook] })}
  >
    {hook === '1' ? (
      <>
        <rect x="5.6" y="1.8" width="12" height="20.4" rx="6" />
        <path className={styles['gate']} d="M17.6 8.4v7.2" />
      </>
    ) : (
      <>
        <path d="M17.6 7.6a6 6 0 0 0-12 .2v8.4a6 6 0 0 0 12 .4" />
        <path d="M16.4 8.8l5.2 5.4" />
      </>
    )}
  </svg>
)
