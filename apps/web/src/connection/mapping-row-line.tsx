import ArrowRightOutlined from '@ant-design/icons/ArrowRightOutlined'
import CloseOutlined from '@ant-design/icons/CloseOutlined'
import type { ConnectionTrialResult, ConnectionType } from '@mimamori/contract/connection'
import type { MappedField } from '@mimamori/contract/connection-mapping'
import { labels } from '@mimamori/contract/labels'
import { Button, Checkbox, Select } from 'antd'
import { ConversionSelect } from './conversion-select.tsx'
import type { MappingRow, Source } from './mapping-draft.ts'
import styles from './mapping-rows.module.css'
import { fieldName, resultInWords, unitOf, valueInWords } from './mapping-words.ts'
import { NumberMark } from './number-mark.tsx'

// 0 ℃ would hide a failed sensor, and the danger with it.
const neverZero: ReadonlySet<MappedField> = new Set(['wbgt', 'temperature', 'globe'])

type Field = ConnectionTrialResult['fields'][number]

type Props = {
  readonly row: MappingRow
  /** What the row is called: a second one for a field is not called like the first. */
  readonly name?: string
  readonly number: number
  readonly type: ConnectionType
  readonly sources: readonly Source[]
  /** What the trial made of it; undefined until it was tried. */
  readonly field: Field | undefined
  /** Whether somebody has tried to save: a row without a choice is complained of. */
  readonly wasTried: boolean
  readonly onChange: (row: MappingRow) => void
  readonly onRemove: () => void
}

/** What there is of the row in the message. */
const givenInWords = (field: Field | undefined, source: Source | undefined): string => {
  if (field?.isHidden === true) return '見せません'
  if (field?.isAbsent === true) return '届いていません'
  const value = field?.value ?? source?.value
  return value === undefined || value === null ? '' : valueInWords(value)
}

const faultOf = ({ row, field, wasTried }: Pick<Props, 'row' | 'field' | 'wasTried'>): string | undefined =>
  wasTried && row.from === '' ? `${labels.connection.from}を選ぶか、この行を外してください。` : (field?.fault ?? undefined)

/** A row of the mapping. */
export const MappingRowLine = (props: Props) => {
  const { row, number, type, sources, field, onChange, onRemove } = props
  const { name = fieldName(row.to) } = props
  const fault = faultOf(props)
  const known = sources.map(({ from }) => ({ value: from, label: from }))
  const options =
    row.from === '' || known.some(({ value }) => value === row.from) ? known : [{ value: row.from, label: row.from }, ...known]
  const result = field?.result ?? null
  return (
    <li className={styles['row']} aria-label={name}>
      <NumberMark number={number} />
      <div className={styles['from']}>
        <Select
          className={styles['select'] ?? ''}
          aria-label={`${name}の${labels.connection.from}`}
          popupMatchSelectWidth={false}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="選んでください"
          status={fault !== undefined && row.from === '' ? 'error' : ''}
          value={row.from === '' ? null : row.from}
          options={options}
          onChange={(from) => onChange({ ...row, from: from ?? '' })}
          notFoundContent="該当する項目はありません"
        />
      </div>
      <div className={styles['value']}>
        {givenInWords(
          field,
          sources.find(({ from }) => from === row.from),
        )}
      </div>
      <ArrowRightOutlined className={styles['arrow'] ?? ''} aria-hidden="true" />
      <div className={styles['name']}>{name}</div>
      <div className={styles['conversion']}>
        <ConversionSelect row={row} name={name} onChange={onChange} />
      </div>
      <div className={styles['result']}>
        {result !== null && (
          <>
            <strong>{resultInWords(row.to, result)}</strong> <span className={styles['unit']}>{unitOf(row.to)}</span>
          </>
        )}
      </div>
      <Button
        type="text"
        size="small"
        className={styles['remove'] ?? ''}
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={`${name}の行を外す`}
        title="外す"
        onClick={onRemove}
      />
      {type === 'tts' && !neverZero.has(row.to) && (
        <Checkbox
          className={styles['zero'] ?? ''}
          checked={row.absentIsZero}
          aria-label={`${name}：${labels.connection.absentIsZero}`}
          onChange={({ target: { checked } }) => onChange({ ...row, absentIsZero: checked })}
        >
          {labels.connection.absentIsZero}
        </Checkbox>
      )}
      {field?.isImplausible === true && result !== null && (
        <p className={styles['doubt']} role="alert">
          {`${resultInWords(row.to, result)} ${unitOf(row.to)}は、現場の値とは思えません。換算を確かめてください。`}
        </p>
      )}
      {fault !== undefined && (
        <p className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
    </li>
  )
}
