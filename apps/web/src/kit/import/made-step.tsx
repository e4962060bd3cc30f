import { Radio } from 'antd'
import { Panel } from '../panel.tsx'
import styles from './made-step.module.css'

/** A way in which the server fills a field; `refusal` says why it cannot be taken here. */
type MadeWay = { readonly value: string; readonly label: string; readonly example: string; readonly refusal?: string }

/** A field whose empty cells the server fills, and the ways in which it does. */
export type MadeField = {
  /** The field of the file, and what it is called. */
  readonly field: string
  readonly label: string
  /** The form's field that names the way. */
  readonly name: string
  readonly ways: readonly MadeWay[]
  /** Where what was made can be read. */
  readonly note: string
}

type MadeStepProps = {
  readonly made: MadeField
  /** How many rows lack it; undefined where the file has no such column, or cannot be looked into. */
  readonly rows: number | undefined
  readonly value: string | undefined
  readonly onChoose: (way: string) => void
}

/** Asks how a field is to be filled that a file leaves out. */
export const MadeStep = ({ made, rows, value, onChoose }: MadeStepProps) => (
  <Panel>
    <fieldset className={styles['step'] ?? ''}>
      <legend className={styles['title'] ?? ''}>{made.label}の決め方</legend>
      <p>
        {rows === undefined
          ? `ファイルに${made.label}の列がありません。どのように作るかを選んでください。`
          : `${made.label}の空の行が${rows.toLocaleString('ja-JP')}行あります。どのように作るかを選んでください。`}
      </p>
      <Radio.Group
        className={styles['ways'] ?? ''}
        value={value ?? null}
        onChange={(event) => onChoose(String(event.target.value))}
        options={made.ways.map((way) => ({
          value: way.value,
          disabled: way.refusal !== undefined,
          label: (
            <>
              {way.label}
              <span className={styles['example']}>{way.refusal ?? `例：${way.example}`}</span>
            </>
          ),
        }))}
      />
      <p className={styles['note']}>{made.note}</p>
    </fieldset>
  </Panel>
)
