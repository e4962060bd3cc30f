import styles from './number-mark.module.css'

/** The number that ties a value of the message to its row of the mapping. */
export const NumberMark = ({ number, name }: { readonly number: number; readonly name?: string }) => (
  <span className={styles['mark']}>
    <span aria-hidden={name !== undefined}>{number}</span>
    {name !== undefined && <span className="visually-hidden">{name}</span>}
  </span>
)
