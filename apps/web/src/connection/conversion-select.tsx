import { labels } from '@mimamori/contract/labels'
import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { conversionInWords, conversionsOf, isSameConversion } from './conversion.ts'
import type { MappingRow } from './mapping-draft.ts'
import styles from './mapping-rows.module.css'

const other = 'そのほかの数'

type Props = { readonly row: MappingRow; readonly name: string; readonly onChange: (row: MappingRow) => void }

/** How a number that arrives becomes ours, in words; any factor and any number to add where none of them fits. */
export const ConversionSelect = ({ row, name, onChange }: Props) => {
  const choices = conversionsOf(row.to)
  const words = conversionInWords(row, row.to)
  const isNamed = choices.some((choice) => isSameConversion(choice, row))
  const [isOther, setOther] = useState(!isNamed && choices.length > 0)
  if (choices.length === 0) return <>そのまま</>
  const choose = (chosen: string) => {
    const named = choices.find((choice) => choice.words === chosen)
    setOther(named === undefined)
    if (named !== undefined) onChange({ ...row, factor: named.factor, offset: named.offset })
  }
  return (
    <>
      <Select
        className={styles['select'] ?? ''}
        aria-label={`${name}の換算`}
        popupMatchSelectWidth={false}
        value={isOther ? other : words}
        options={[...choices.map((choice) => ({ value: choice.words, label: choice.words })), { value: other, label: other }]}
        onChange={choose}
      />
      {isOther && (
        <span className={styles['numbers']}>
          <span aria-hidden="true">×</span>
          <InputNumber
            aria-label={`${name}の${labels.connection.factor}`}
            controls={false}
            placeholder="1"
            value={row.factor}
            onChange={(factor) => onChange({ ...row, factor })}
          />
          <span aria-hidden="true">＋</span>
          <InputNumber
            aria-label={`${name}の${labels.connection.offset}`}
            controls={false}
            placeholder="0"
            value={row.offset}
            onChange={(offset) => onChange({ ...row, offset })}
          />
        </span>
      )}
    </>
  )
}
