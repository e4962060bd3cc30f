import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button, Input } from 'antd'
import styles from './rows-field.module.css'

type Row = Readonly<Record<string, string | null>>

type Column<Of extends Row> = {
  readonly name: keyof Of & string
  readonly label: string
  readonly isPhone?: boolean
  readonly isFixed?: boolean
}

type Props<Of extends Row> = {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly rows: readonly Of[]
  readonly columns: readonly Column<Of>[]
  readonly most: number
  readonly blank: Of
  /** Rows have an order that people give them. */
  readonly isOrdered?: boolean
  readonly error?: string | undefined
  readonly onChange: (rows: readonly Of[]) => void
}

const moved = <Of,>(rows: readonly Of[], from: number, to: number): Of[] => {
  const next = rows.filter((_, index) => index !== from)
  return next.toSpliced(to, 0, ...rows.slice(from, from + 1))
}

/** Rows of a few texts that can be added, deleted and, where they have an order, moved. */
export const RowsField = <Of extends Row>({ id, label, hint, rows, columns, most, blank, isOrdered, error, onChange }: Props<Of>) => {
  const set = (at: number, name: string, value: string) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [name]: value } : row)))
  return (
    <fieldset className={styles['field']} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        <div key={index} className={styles['row']} data-ordered={isOrdered === true}>
          {columns.map(({ name, label: columnLabel, isPhone, isFixed }) => (
            <Input
              key={name}
              {...(index === 0 && name === columns[0]?.name && { id })}
              aria-label={`${index + 1}番目の${columnLabel}`}
              placeholder={columnLabel}
              inputMode={isPhone === true ? 'tel' : 'text'}
              value={row[name] ?? ''}
              disabled={isFixed === true && (blank[name] ?? '') !== row[name] && row[name] !== ''}
              autoComplete="off"
              onChange={(event) => set(index, name, event.target.value)}
            />
          ))}
          <span className={styles['actions']}>
            {isOrdered === true && (
              <>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined />}
                  aria-label={`${index + 1}番目を上へ`}
                  disabled={index === 0}
                  onClick={() => onChange(moved(rows, index, index - 1))}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined />}
                  aria-label={`${index + 1}番目を下へ`}
                  disabled={index === rows.length - 1}
                  onClick={() => onChange(moved(rows, index, index + 1))}
                />
              </>
            )}
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`${index + 1}番目を消す`}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </span>
        </div>
      ))}
      <Button icon={<PlusOutlined aria-hidden="true" />} disabled={rows.length >= most} onClick={() => onChange([...rows, blank])}>
        行を足す
      </Button>
      <p id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </p>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
