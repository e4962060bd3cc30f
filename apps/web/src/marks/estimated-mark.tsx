import { estimatedWord } from '@mimamori/contract/wbgt-source'
import styles from './estimated-mark.module.css'

/** Beside a WBGT that was estimated (推定) of a meter's temperature, humidity and globe, instead of measured. */
export const EstimatedMark = () => <span className={styles['mark']}>{estimatedWord}</span>
