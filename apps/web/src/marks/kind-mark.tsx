import type { ReadingKind } from '@mimamori/contract/ingest'
import styles from './kind-mark.module.css'

const characters: Record<ReadingKind, string> = { vital: '体', belt: '帯', heat: '暑', gateway: '親', barometer: '基' }

/** The character of a kind of device, beside words that say the kind. */
export const KindMark = ({ kind }: { readonly kind: ReadingKind }) => (
  <span className={styles['kind']} aria-hidden="true">
    {characters[kind]}
  </span>
)
