import { deviceKindNames } from '@mimamori/contract/kbn'
import type { UnregisteredDevice } from '@mimamori/contract/unregistered-device'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId } from 'react'
import { ListFailure } from '../../kit/list-failure.tsx'
import { Moment } from '../../marks/ago.tsx'
import { KindMark } from '../../marks/kind-mark.tsx'
import styles from './side-panel.module.css'
import { useRegistration } from './use-first-steps.ts'

const intervalInWords = (minutes: number): string => (minutes >= 1 ? `${minutes}分ごと` : `${Math.round(minutes * 60)}秒ごと`)

const Row = ({ device }: { readonly device: UnregisteredDevice }) => (
  <li className={styles['row']}>
    <KindMark kind={device.kind} />
    <div className={styles['device']}>
      <p className="id">{device.serialNumber}</p>
      <p className={styles['facts']}>
        <span>{deviceKindNames[device.kind]}</span>
        <span>
          <Moment at={device.heardAt} />
        </span>
        {device.intervalMinutes !== null && <span>{intervalInWords(device.intervalMinutes)}</span>}
      </p>
    </div>
    <p className={styles['state']}>{device.isRegistrable ? '登録なし' : '登録できない番号'}</p>
  </li>
)

type Props = {
  readonly officeId: number
  readonly result: UseQueryResult<{ readonly data: readonly UnregisteredDevice[] }>
  /** False where the large button beside it registers them. */
  readonly withButton: boolean
}

/** What sends to the site with one of its keys and is not registered. */
export const ArrivedPanel = ({ officeId, result, withButton }: Props) => {
  const id = useId()
  const registration = useRegistration(officeId)
  const devices = result.data?.data ?? []
  const registrable = devices.filter(({ isRegistrable }) => isRegistrable)
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          届いているもの
        </h2>
        {devices.length > 0 && <span className={styles['note']}>登録のない番号 {devices.length}個</span>}
      </header>
      {result.error !== null && <ListFailure error={result.error} result={result} />}
      {devices.length > 0 && (
        <ul className={styles['rows']}>
          {devices.map((device) => (
            <Row key={`${device.kind} ${device.serialNumber}`} device={device} />
          ))}
        </ul>
      )}
      <div className={styles['foot']}>
        {result.data !== undefined && (
          <p>
            {devices.length === 0
              ? '登録のない番号からは、24時間のあいだ何も届いていません。'
              : '登録のない番号の測定値は、保存していません。親機と子機は、親機として登録します。'}
          </p>
        )}
        {withButton && registrable.length > 0 && (
          <Button loading={registration.isPending} onClick={() => registration.mutate(registrable)}>
            届いている{registrable.length}台を登録する
          </Button>
        )}
      </div>
    </section>
  )
}
