import type { IngestStatus, UnknownSender } from '@mimamori/contract/ingest-status'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { createLink } from '@tanstack/react-router'
import { Button, type ButtonProps } from 'antd'
import { confirm } from '../kit/dialogs.ts'
import { useHeldOrder } from '../kit/use-held-order.ts'
import { usePointedOrFocused } from '../kit/use-held.ts'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import { useRegistration } from '../organisation/first-steps/use-first-steps.ts'
import { useNow } from '../platform/clock.ts'
import { clockOf, dateOf, dayAndClockOf } from '../platform/japan-time.ts'
import { registrationOf, wrongNumbers } from '../organisation/devices/registration.ts'
import styles from './status.module.css'
import { refreshStatus } from './use-status.ts'

const FirstLink = createLink((props: ButtonProps) => <Button {...props} size="small" type="primary" />)
const FurtherLink = createLink((props: ButtonProps) => <Button {...props} size="small" />)

const keyOf = ({ kind, serialNumber }: UnknownSender) => `${kind} ${serialNumber}`

const Since = ({ since }: { readonly since: string }) => {
  const at = Date.parse(since)
  return dateOf(at) === dateOf(useNow(60_000)) ? clockOf(at) : dayAndClockOf(at)
}

type RowProps = { readonly device: UnknownSender; readonly officeId: number; readonly isFirst: boolean }

const Row = ({ device, officeId, isFirst }: RowProps) => {
  const { kind, serialNumber, count, since, keyName, isRegistrable } = device
  const RegisterLink = isFirst ? FirstLink : FurtherLink
  return (
    <li className={styles['row']}>
      <div className={styles['two']}>
        <p>
          <span className={styles['number']}>{serialNumber}</span>　{deviceKindNames[kind]}
        </p>
        <p className={styles['second']}>
          {keyName !== null && `${keyName}・`}
          <Since since={since} />
          から{count > 0 ? ` ${count.toLocaleString('ja-JP')}件` : '、ほかの機器の測定値に名前があります'}
        </p>
      </div>
      {isRegistrable ? (
        <RegisterLink {...registrationOf(device, officeId)} aria-label={`${deviceKindNames[kind]} ${serialNumber} を登録`}>
          この番号を登録
        </RegisterLink>
      ) : (
        <p className={styles['hindrance']}>{wrongNumbers[kind]}</p>
      )}
    </li>
  )
}

const consequence = (devices: readonly UnknownSender[]): string =>
  [
    `登録のない${devices.length}台を、この拠点の機器としてまとめて登録します。`,
    devices.some(({ kind }) => kind === 'gateway') ? '親機・子機は、親機として登録します。' : '',
    'これまでに断った測定値は戻りません。次に届くものから受け取ります。',
  ].join('')

/** What sends to the site without being registered there, with the way to register it. */
export const UnknownPanel = ({ status: { officeId, unknownDevices } }: { readonly status: IngestStatus }) => {
  const { held, handlers } = usePointedOrFocused()
  const ordered = useHeldOrder(unknownDevices, { keyOf, page: '', held, isPlaceholder: false })
  const registration = useRegistration(officeId)
  const registrable = ordered.filter(({ isRegistrable }) => isRegistrable)
  const registerAll = async () => {
    if (!(await confirm({ body: consequence(registrable), verb: 'まとめて登録する' }))) return
    registration.mutate(registrable, { onSettled: () => void refreshStatus() })
  }
  return (
    <SectionPanel
      title="登録のない番号"
      hint={ordered.length > 0 && `${ordered.length}個`}
      aside={
        registrable.length > 1 && (
          <Button type="link" size="small" loading={registration.isPending} onClick={() => void registerAll()}>
            {registrable.length}台をまとめて登録
          </Button>
        )
      }
    >
      {ordered.length === 0 ? (
        <Nothing>登録のない番号からは、24時間のあいだ何も届いていません。</Nothing>
      ) : (
        <ul className={styles['rows']} aria-label="登録のない番号" {...handlers}>
          {ordered.map((device) => (
            <Row key={keyOf(device)} device={device} officeId={officeId} isFirst={device === registrable[0]} />
          ))}
        </ul>
      )}
    </SectionPanel>
  )
}
