import type { ReactNode } from 'react'
import styles from './form-section.module.css'

type FormSectionProps = { readonly name: ReactNode; readonly note?: ReactNode; readonly children: ReactNode }

/** A part of a form: its name left, its fields right in two columns. */
export const FormSection = ({ name, note, children }: FormSectionProps) => (
  <section className={styles['section']}>
    <div>
      <h2 className={styles['name']}>{name}</h2>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
    </div>
    <div className={styles['fields']}>{children}</div>
  </section>
)

/** A part of a field row that needs both columns. */
export const WideField = ({ children }: { readonly children: ReactNode }) => <div className={styles['wide']}>{children}</div>

/** A value nobody may change here, set like a field. */
export const FixedField = ({ label, value }: { readonly label: string; readonly value: ReactNode }) => (
  <div className={styles['fixed']}>
    <p>{label}</p>
    <div className={styles['value']}>
      {value === '' || value === null || value === undefined ? <span className={styles['none']}>なし</span> : value}
    </div>
  </div>
)

/** The last row of a form: the way back left, the verb right. */
export const FormActions = ({
  back,
  note,
  children,
}: {
  readonly back: ReactNode
  readonly note?: string
  readonly children: ReactNode
}) => (
  <div className={styles['actions']}>
    {back}
    <p className={styles['note']}>{note}</p>
    {children}
  </div>
)
