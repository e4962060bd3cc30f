import { labels } from '@mimamori/contract/labels'
import type { ReactNode } from 'react'
import type { Column } from '../../kit/data-table.tsx'
import { PhoneLink } from '../../kit/phone-link.tsx'
import styles from './person-cells.module.css'

/** Two lines of a cell: what one looks for, and below it what distinguishes two of the same. */
export const TwoLines = ({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) => (
  <div className={styles['two']}>
    <div className={styles['first']}>{first}</div>
    <div className={styles['second']}>{second}</div>
  </div>
)

/** A name or an address that may be long. */
export const Long = ({ children }: { readonly children: ReactNode }) => <span className={styles['long']}>{children}</span>

/** A value that may be absent. */
export const orNone = (value: string | null) => (value === null || value === '' ? <span className={styles['none']}>なし</span> : value)

/** An ID, in the typeface that distinguishes 1 from l. */
export const Id = ({ children }: { readonly children: string | null }) =>
  children === null || children === '' ? <span className={styles['none']}>なし</span> : <span className="id">{children}</span>

type Person = {
  readonly fullName: string
  readonly furigana: string
  readonly userName: string
  readonly phoneNumber: string | null
  readonly email: string | null
  readonly isDisabled: boolean
  readonly consentWithdrawnAt: string | null
  readonly guestUntil: string | null
}

/**
 * The name with its reading, by which it is sorted; a link where one is given. A mark beside it shows that an account is
 * disabled, of a worker of one day, or that somebody withdrew their consent and is not watched.
 */
export const nameColumn = <Row extends Person>(link?: (row: Row) => ReactNode): Column<Row, 'fullName'> => ({
  key: 'fullName',
  title: labels.user.fullName,
  sortKey: 'fullName',
  render: (row) => (
    <TwoLines
      first={
        <>
          {link === undefined ? row.fullName : link(row)}
          {row.isDisabled && <span className={styles['note']}>停止中</span>}
          {row.guestUntil !== null && <span className={styles['note']}>本日のみ</span>}
          {row.consentWithdrawnAt !== null && <span className={styles['note']}>同意の取消し</span>}
        </>
      }
      second={row.furigana}
    />
  ),
})

/** The name people sign in with. */
export const loginIdColumn: Column<Person, 'userName'> = {
  key: 'userName',
  title: labels.user.userName,
  sortKey: 'userName',
  render: (row) => <Id>{row.userName}</Id>,
}

/** The telephone number, which a phone dials. */
export const phoneColumn: Column<Person, never> = {
  key: 'phoneNumber',
  title: labels.user.phoneNumber,
  render: ({ phoneNumber }) => (phoneNumber === null ? orNone(null) : <PhoneLink phone={phoneNumber} className={styles['phone']} />),
}

/** The mail address. */
export const emailColumn: Column<Person, never> = {
  key: 'email',
  title: labels.user.email,
  render: ({ email }) => <Long>{orNone(email)}</Long>,
}
