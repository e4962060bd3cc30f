import type { HealthRow } from '@mimamori/contract/health-condition'
import styles from './attention-mark.module.css'

/** 要注意 by the morning check, beside a name; nothing for others, and for people who may not know it. */
export const AttentionMark = ({ row }: { readonly row: Pick<HealthRow, 'attention'> }) =>
  row.attention === true ? <span className={styles['mark']}>要注意</span> : null
