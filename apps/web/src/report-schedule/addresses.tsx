import { addressKey } from '@mimamori/contract/mail-address'
import { isPlanKind, type ReportSchedule } from '@mimamori/contract/report-schedule'
import { roleNames } from '@mimamori/contract/role'
import styles from './schedule.module.css'

type Addresses = ReportSchedule['addresses']

const reachInWords = (inside: boolean, isPlan: boolean): string => {
  if (inside) return 'リンク付き'
  return isPlan ? '名前なし' : '合計だけ'
}

/** What an address gets, as far as the server has said so. */
export const reachOf = (known: Addresses, address: string, isPlan: boolean): string | undefined => {
  const found = known.find((one) => addressKey(one.address) === addressKey(address))
  return found && reachInWords(found.inside, isPlan)
}

const inSight = 3

/** Whom a schedule is sent to, and what each gets: the link to the screen, or totals alone. */
export const AddressList = ({ addresses, roles, kind }: Pick<ReportSchedule, 'addresses' | 'roles' | 'kind'>) => (
  <ul className={styles['addresses']}>
    {roles.length > 0 && <li>{roles.map((role) => roleNames[role]).join('・')}</li>}
    {addresses.slice(0, inSight).map(({ address, inside }) => (
      <li key={address}>
        {address}
        <span className={styles['reach']}>{reachInWords(inside, isPlanKind(kind))}</span>
      </li>
    ))}
    {addresses.length > inSight && <li className={styles['reach']}>ほか{addresses.length - inSight}件</li>}
  </ul>
)
