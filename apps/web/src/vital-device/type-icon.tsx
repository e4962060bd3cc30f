import styles from './type-icon.module.css'

const belt = '2'

/** Whether a type is a safety belt, not worn on the body itself. */
export const isBelt = (type: string): boolean => type === belt

/** A watch with a heartbeat: what is worn on the body. */
const Body = () => (
  <>
    <path d="M8 6.5V2.8h8v3.7M8 17.5v3.7h8v-3.7" />
    <rect x="4.8" y="6.5" width="14.4" height="11" rx="3" />
    <path d="M7.6 12.2h2l1.4-2.6 2 5 1.2-2.4h2.2" />
  </>
)

/** A belt with its buckle and hook. */
const Belt = () => (
  <>
    <path d="M1.8 8.2h6.4M15.8 8.2h6.4M1.8 12.6h6.4M15.8 12.6h6.4" />
    <rect x="8.2" y="6" width="7.6" height="8.8" rx="1.6" />
    <path d="M12 14.8v3.4a2.4 2.4 0 1 0 2.4 2.4" />
  </>
)

/** The picture of a device's type, whose word is beside it. Both types worn on the body share one. */
export const TypeIcon = ({ type }: { readonly type: string }) => (
  <svg className={styles['icon']} width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" data-type={isBelt(type) ? 'belt' : 'body'}>
    {isBelt(type) ? <Belt /> : <Body />}
  </svg>
)
