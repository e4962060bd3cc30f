import ArrowRightOutlined from '@ant-design/icons/ArrowRightOutlined'
import type { ConnectionDetail, ConnectionTrialResult } from '@mimamori/contract/connection'
import { labels } from '@mimamori/contract/labels'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { AddField } from './add-field.tsx'
import { emptyRow, type MappingRow, networkPaths, type Source } from './mapping-draft.ts'
import { MappingRowLine } from './mapping-row-line.tsx'
import styles from './mapping-rows.module.css'
import { fieldName, mostUnread, resultInWords, unreadNames, valueInWords } from './mapping-words.ts'
import type { Json } from './message-lines.ts'
import { NumberMark } from './number-mark.tsx'
import { numberedRows } from './numbered-rows.ts'
import { EstimateLine, NoHeatLine, Outcome } from './outcome.tsx'
import type { MappingForm } from './use-mapping.ts'

type Props = {
  readonly connection: ConnectionDetail
  readonly form: MappingForm
  readonly tried: ConnectionTrialResult
  readonly message: Json
  readonly sources: readonly Source[]
}

type LineProps = {
  readonly number: number
  readonly from: ReactNode
  readonly value: string
  readonly name: string
  readonly conversion: ReactNode
  readonly result: string
}

/** A row that is always there. */
const FixedLine = ({ number, from, value, name, conversion, result }: LineProps) => (
  <li className={styles['row']}>
    <NumberMark number={number} />
    <div className={styles['from']}>{from}</div>
    <div className={styles['value']}>{value}</div>
    <ArrowRightOutlined className={styles['arrow'] ?? ''} aria-hidden="true" />
    <div className={styles['name']}>{name}</div>
    <div className={styles['conversion']}>{conversion}</div>
    <div className={styles['result']}>
      <strong>{result}</strong>
    </div>
  </li>
)

const network = ''

/** The time of the measurement: that of the network server, or one that the message holds. */
const TimeLine = ({
  form,
  tried,
  sources,
  type,
}: Pick<Props, 'form' | 'tried' | 'sources'> & { readonly type: ConnectionDetail['type'] }) => {
  const { time } = numberedRows(form.rows)
  const path = networkPaths[type].time
  const choose = (from: string) => {
    const others = form.rows.filter(({ to }) => to !== 'at')
    form.setRows(from === network ? others : [emptyRow('at', from), ...others])
  }
  const known = sources.filter((source) => source.path !== path).map((source) => ({ value: source.from, label: source.from }))
  const own = time !== undefined && !known.some(({ value }) => value === time.from) ? [{ value: time.from, label: time.from }] : []
  const value = sources.find((source) => (time === undefined ? source.path === path : source.from === time.from))?.value
  const fault = tried.fields.find(({ to }) => to === 'at')?.fault
  return (
    <>
      <FixedLine
        number={2}
        from={
          <Select
            className={styles['select'] ?? ''}
            aria-label={`${labels.reading.at}の${labels.connection.from}`}
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
            value={time?.from ?? network}
            options={[{ value: network, label: `${path}（受信した時刻）` }, ...own, ...known]}
            onChange={choose}
          />
        }
        value={value === undefined ? '' : valueInWords(value)}
        name={labels.reading.at}
        conversion="そのまま"
        result={tried.at === null ? '' : resultInWords('at', tried.at)}
      />
      {fault != null && <li className={styles['fault']}>{fault}</li>}
    </>
  )
}

/** WBGT, and of the second row that fills it, WBGT（2行目）. */
const nameOfRow = (row: MappingRow, rows: readonly MappingRow[]): string => {
  const nth = rows.filter(({ to }) => to === row.to).findIndex(({ key }) => key === row.key) + 1
  return nth > 1 ? `${fieldName(row.to)}（${nth}行目）` : fieldName(row.to)
}

/** The rows of a mapping: what arrives, what it becomes, and what that gives of the last message. */
export const MappingRows = ({ connection: { type }, form, tried, message, sources }: Props) => {
  const { rows } = numberedRows(form.rows)
  const change = (changed: MappingRow) => form.setRows(form.rows.map((row) => (row.key === changed.key ? changed : row)))
  const remove = (key: number) => form.setRows(form.rows.filter((row) => row.key !== key))
  const paths = networkPaths[type]
  const devEui = sources.find(({ path }) => path === paths.devEui)?.value
  const readPaths = [
    paths.decoded,
    paths.devEui,
    paths.time,
    ...sources.filter(({ from }) => form.rows.some((row) => row.from === from)).map(({ path }) => path),
  ]
  const unread = message === null ? [] : unreadNames(tried.unread, message, readPaths)
  return (
    <div className={styles['side']}>
      <div className={styles['heads']} aria-hidden="true">
        <span>{labels.connection.from}</span>
        <span>値</span>
        <span>{labels.connection.to}</span>
        <span>換算</span>
        <span>測定値になると</span>
      </div>
      <ul className={styles['rows']} aria-label={labels.connection.mapping}>
        <FixedLine
          number={1}
          from={<code className={styles['path']}>{paths.devEui}</code>}
          value={devEui === undefined ? '' : valueInWords(devEui)}
          name="機器"
          conversion="上の表による"
          result={tried.serialNumber ?? (message === null ? '' : '未定')}
        />
        <TimeLine form={form} tried={tried} sources={sources} type={type} />
        {rows.map(({ row, number }) => (
          <MappingRowLine
            key={row.key}
            row={row}
            name={nameOfRow(row, form.rows)}
            number={number}
            type={type}
            sources={sources}
            field={tried.fields.find(({ from, to }) => from === row.from && to === row.to)}
            wasTried={form.wasTried}
            onChange={change}
            onRemove={() => remove(row.key)}
          />
        ))}
      </ul>
      <div className={styles['foot']}>
        {unread.length > 0 && (
          <>
            <span>読まない項目</span>
            {unread.slice(0, mostUnread).map((name) => (
              <code key={name} className={styles['path']}>
                {name}
              </code>
            ))}
            {unread.length > mostUnread && <span>ほか{unread.length - mostUnread}個</span>}
          </>
        )}
        <AddField rows={form.rows} kind={tried.kind} onAdd={(to) => form.setRows([...form.rows, emptyRow(to)])} />
      </div>
      <EstimateLine tried={tried} />
      <NoHeatLine tried={tried} entries={form.entries} />
      <Outcome tried={tried} />
    </div>
  )
}
