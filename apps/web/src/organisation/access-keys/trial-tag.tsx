import styles from './key-state.module.css'

/** Marks a key whose readings are answered and neither judged nor stored. */
export const TrialTag = () => <span className={styles['trial']}>試験</span>
