import type { Endpoint } from '@mimamori/contract/endpoint'
import { fieldsOf } from '@mimamori/contract/import-files'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FileSource } from '../fetch-file.ts'
import type { PlainScreen } from '../../platform/screen.ts'
import { Banner } from '../banner.tsx'
import { PageTitle } from '../page-title.tsx'
import { Panel } from '../panel.tsx'
import { TaskProgress } from '../task-progress.tsx'
import { useUnsavedGuard } from '../unsaved-guard.ts'
import { useLeave } from '../use-leave.ts'
import { sizeInWords } from './csv-file.ts'
import { FileDrop } from './file-drop.tsx'
import { ColumnStep } from './column-step.tsx'
import { FileShape } from './file-shape.tsx'
import { ImportFaults } from './import-faults.tsx'
import { ImportWarnings } from './import-warnings.tsx'
import styles from './import-screen.module.css'
import { rowsDone } from './jobs.ts'
import { MadeStep } from './made-step.tsx'
import type { ImportShape } from './use-columns.ts'
import { useImport, type ImportQuestions, type ImportTarget } from './use-import.ts'

type ImportScreenProps<E extends Endpoint> = ImportQuestions &
  ImportShape & {
    /** The list that the records are of. */
    readonly list: PlainScreen
    /** Where the records go: fields beside each other, above the file. */
    readonly place?: ReactNode
    /** What the import sends; undefined until the place is chosen. */
    readonly target: ImportTarget | undefined
    readonly template: FileSource<E>
    /** What of the place is still to be chosen, by its labels. */
    readonly missing: readonly string[]
  }

type Import = ReturnType<typeof useImport>

const fileNote = ({ chosen }: Import) => {
  if (chosen === undefined) return undefined
  const { rows, encoding } = chosen.content
  const words = encoding === 'CP932' ? '文字コード CP932（Excel 標準）' : '文字コード UTF-8'
  return rows === undefined ? words : `${Math.max(0, rows.length - 1).toLocaleString('ja-JP')}行・${words}`
}

const Progress = ({ step, stop, cancel }: Pick<Import, 'step' | 'stop' | 'cancel'>) => {
  if (step === undefined) return null
  return (
    <Panel>
      <div className={styles['progress']}>
        {step.stage === 'upload' ? (
          <TaskProgress
            title="ファイルを送っています"
            done={step.done}
            total={step.total}
            words={`${sizeInWords(step.total)}中 ${sizeInWords(step.done)}`}
            onStop={stop}
          />
        ) : (
          <TaskProgress
            title="取り込んでいます"
            done={step.done}
            total={step.total}
            words={rowsDone(step)}
            note="画面を移っても続きます。"
            onStop={() => void cancel()}
          />
        )}
      </div>
    </Panel>
  )
}

/** Takes records in from a CSV file: all of them or none. */
export const ImportScreen = <E extends Endpoint>({ list, place, target, template, missing, ...questions }: ImportScreenProps<E>) => {
  const leave = useLeave(list)
  const work = useImport(target, leave, questions)
  useUnsavedGuard(work.isUnsaved)
  const { chosen, step, faults, outcome, columns } = work
  const { file, made } = questions
  const lacking = [...missing, ...(chosen === undefined ? ['ファイル'] : columns.open)]
  const isReady = target !== undefined && chosen !== undefined && faults.length === 0 && columns.open.length === 0
  const isAsking = step === undefined && outcome === undefined
  return (
    <>
      <PageTitle back={list} />
      <div className={styles['page']}>
        <div className={styles['main']}>
          <Panel>
            <div className={styles['choices']}>
              {place !== undefined && <div className={styles['place']}>{place}</div>}
              <FileDrop
                file={chosen?.file}
                note={fileNote(work)}
                onFile={(taken) => (taken === undefined ? work.drop() : void work.choose(taken))}
              />
            </div>
          </Panel>
          {isAsking && columns.matched !== undefined && (
            <ColumnStep found={columns.matched} fields={fieldsOf(file)} onChoose={columns.choose} />
          )}
          {isAsking && columns.needsWay && made !== undefined && (
            <MadeStep made={made} rows={columns.lacking} value={columns.way} onChoose={columns.setWay} />
          )}
          {work.hindrance !== '' && <Banner kind="failure">{work.hindrance}</Banner>}
          <Progress step={step} stop={work.stop} cancel={work.cancel} />
          {faults.length > 0 && chosen !== undefined && (
            <ImportFaults
              faults={faults}
              fileName={chosen.file.name}
              rowCount={chosen.content.rows === undefined ? undefined : chosen.content.rows.length - 1}
            />
          )}
          {outcome !== undefined && <ImportWarnings {...outcome} fileName={chosen?.file.name ?? ''} />}
          <div className={styles['actions']}>
            {outcome === undefined ? (
              <>
                <Button onClick={leave}>戻る</Button>
                <p className={styles['waiting']}>
                  {faults.length > 0 ? '誤りがなくなると登録できます' : lacking.length > 0 && `${lacking.join('、')}を選ぶと登録できます`}
                </p>
                <Button type="primary" disabled={!isReady} loading={step !== undefined} onClick={() => void work.run()}>
                  登録する
                </Button>
              </>
            ) : (
              <>
                <p className={styles['waiting']} />
                <Button type="primary" onClick={leave}>
                  一覧に戻る
                </Button>
              </>
            )}
          </div>
        </div>
        <FileShape file={file} template={template} />
      </div>
    </>
  )
}
