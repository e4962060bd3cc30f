import { addressKey } from '@mimamori/contract/mail-address'
import type { ReportSchedule } from '@mimamori/contract/report-schedule'
import styles from './schedule.module.css'

type Addresses = ReportSchedule['addresses']

const reachInWords = (inside: boolean): string => (inside ? 'リンク付き' : '合計だけ')

/** What an address gets, as far as the server has said so. */
export const reachOf = (known: Addresses, address: string): string | undefined => {
  const found = known.find((one) => addressKey(one.address) === addressKey(address))
  return found && reachInWords(found.inside)
}

const inSight = 3

/** Whom a schedule is sent to, and what each gets: the link to the screen, or totals alone. */
export const AddressList = ({ addresses }: { readonly addresses: Addresses }) => (
  <ul className={styles['addresses']}>
    {addresses.slice(0, inSight).map(({ address, inside }) => (
      <li key={address}>
        {address}
        <span className={styles['reach']}>{reachInWords(inside)}</span>
      </li>
    ))}
    {addresses.length > inSight && <li className={styles['reach']}>ほか{addresses.length - inSight}件</li>}
  </ul>
)
