import { endpoints } from '@mimamori/contract/endpoints'
import { mostNamedDevices, type IngestStatus, type UnreadField } from '@mimamori/contract/ingest-status'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { Button } from 'antd'
import { showFailure } from '../kit/dialogs.ts'
import { useHeldOrder } from '../kit/use-held-order.ts'
import { usePointedOrFocused } from '../kit/use-held.ts'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import { call } from '../platform/api.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import styles from './status.module.css'
import { refreshStatus } from './use-status.ts'

/** 10531 ほか1台; 以上 where there may be more devices than are named. */
const devicesInWords = (devices: readonly string[]): string => {
  const [first, ...others] = devices
  if (first === undefined) return ''
  const more = devices.length < mostNamedDevices ? '' : '以上'
  return `・${first}${others.length > 0 ? ` ほか${others.length}台${more}` : ''}`
}

const keyOf = ({ keyId, kind, field }: UnreadField) => JSON.stringify([keyId, kind, field])

const Row = ({ unread, officeId }: { readonly unread: UnreadField; readonly officeId: number }) => {
  const { kind, field, hint, keyName, devices, muted } = unread
  const muting = useSingleMutation({
    mutationFn: () => call(endpoints.ingestStatus.muteField, { body: { officeId, kind, field, muted: !muted } }),
    onError: (error) => void showFailure(error),
    onSettled: refreshStatus,
  })
  const verb = muted ? '知らせる' : '知らせない'
  return (
    <li className={styles['row']}>
      <div className={styles['two']}>
        <p>
          <span className={styles['field']}>"{field}"</span> は読みません
          {hint !== null && (
            <>
              ：<span className={styles['field']}>{hint}</span> では？
            </>
          )}
        </p>
        <p className={styles['second']}>
          {keyName}
          {kind !== null && `・${deviceKindNames[kind]}`}
          {devicesInWords(devices)}
        </p>
      </div>
      <Button size="small" aria-label={`${field}を${verb}`} loading={muting.isPending} onClick={() => muting.mutate()}>
        {verb}
      </Button>
    </li>
  )
}

const Rows = ({
  fields,
  officeId,
  label,
}: {
  readonly fields: readonly UnreadField[]
  readonly officeId: number
  readonly label: string
}) => {
  const { held, handlers } = usePointedOrFocused()
  const ordered = useHeldOrder(fields, { keyOf, page: label, held, isPlaceholder: false })
  return (
    <ul className={styles['rows']} aria-label={label} {...handlers}>
      {ordered.map((unread) => (
        <Row key={keyOf(unread)} unread={unread} officeId={officeId} />
      ))}
    </ul>
  )
}

/** The fields that senders send and nobody reads, with the one that is meant. */
export const UnreadPanel = ({ status: { officeId, unknownFields } }: { readonly status: IngestStatus }) => {
  const shown = unknownFields.filter(({ muted }) => !muted)
  const muted = unknownFields.filter((field) => field.muted)
  return (
    <SectionPanel title="読まない項目" hint={shown.length > 0 && 'この項目だけを捨てます。測定値を断る理由にはなりません'}>
      {shown.length === 0 ? (
        <Nothing>届いた項目は、すべて読んでいます{muted.length > 0 && '（知らせない項目を除く）'}。</Nothing>
      ) : (
        <Rows fields={shown} officeId={officeId} label="読まない項目" />
      )}
      {muted.length > 0 && (
        <details className={styles['muted']}>
          <summary>知らせない項目 {muted.length}個</summary>
          <Rows fields={muted} officeId={officeId} label="知らせない項目" />
        </details>
      )}
    </SectionPanel>
  )
}
