import type { FileField } from '@mimamori/contract/import-files'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Panel } from '../panel.tsx'
import styles from './column-step.module.css'
import type { FileColumn, FileColumns } from './columns.ts'

type ColumnStepProps = {
  readonly found: FileColumns
  readonly fields: readonly FileField[]
  readonly onChoose: (index: number, field: string | null) => void
}

const notTaken = ''

const summaryOf = ({ columns, missing, isLeft }: FileColumns): string => {
  if (missing.length > 0) return `${missing.map(({ label }) => label).join('、')}の列が分かりません。どの列かを選んでください。`
  if (isLeft) return '見出しの分からない列は取り込みません。取り込むときは、項目を選んでください。'
  const aliased = columns.flatMap(({ heading, field, matchedBy }) => (matchedBy === 'alias' ? `「${heading}」を${field?.label ?? ''}` : []))
  return aliased.length > 0 ? `${aliased.join('、')}として取り込みます。` : '選んだとおりの列で取り込みます。'
}

const Examples = ({ column: { examples } }: { readonly column: FileColumn }) => (
  <ul className={styles['examples']}>
    {examples.map((value, at) => (
      <li key={at}>{value.trim() === '' ? <span className={styles['empty']}>（空）</span> : value}</li>
    ))}
  </ul>
)

const Row = ({ column, fields, onChoose }: { readonly column: FileColumn } & Pick<ColumnStepProps, 'fields' | 'onChoose'>) => {
  const { index, heading, field } = column
  const name = heading.trim() === '' ? `${index + 1}列目（見出しなし）` : heading
  return (
    <li className={styles['row']} data-taken={field !== undefined}>
      <p className={styles['heading']}>{name}</p>
      <Examples column={column} />
      <Select
        className={styles['choice'] ?? ''}
        aria-label={`「${name}」の項目`}
        value={field?.field ?? notTaken}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: notTaken, label: '取り込まない' },
          ...fields.map((known) => ({ value: known.field, label: known.isRequired ? `${known.label}（必須）` : known.label })),
        ]}
        notFoundContent="該当する項目はありません"
        onChange={(chosen) => onChoose(index, chosen === notTaken ? null : chosen)}
      />
    </li>
  )
}

const isWorthShowing = ({ columns, missing, asks }: FileColumns) =>
  missing.length > 0 || asks || columns.some(({ matchedBy }) => matchedBy === 'alias' || matchedBy === 'choice')

/** Asks which column of a file is which field, where its headings do not say it, and shows what they were taken for. */
export const ColumnStep = ({ found, fields, onChoose }: ColumnStepProps) => {
  const [opened, setOpened] = useState(false)
  if (!isWorthShowing(found)) return null
  const isOpen = opened || found.asks || found.missing.length > 0
  return (
    <Panel>
      <section className={styles['step']} aria-label="列の対応">
        <div className={styles['head']}>
          <h2 className={styles['title']}>列の対応</h2>
          <p role="status" className={styles['summary']} data-missing={found.missing.length > 0}>
            {summaryOf(found)}
          </p>
          {!isOpen && <Button onClick={() => setOpened(true)}>列の対応を変える</Button>}
        </div>
        {isOpen && (
          <>
            <div className={styles['names']} aria-hidden="true">
              <span>ファイルの見出し</span>
              <span>はじめの値</span>
              <span>取り込む項目</span>
            </div>
            <ul className={styles['rows']}>
              {found.columns.map((column) => (
                <Row key={column.index} column={column} fields={fields} onChoose={onChoose} />
              ))}
            </ul>
          </>
        )}
      </section>
    </Panel>
  )
}
