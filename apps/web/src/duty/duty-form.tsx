import { duty, type Duty, DutyDraft, type DutyEmployer, dutyLimits, type DutyStep } from '@mimamori/contract/duty'
import { type Language, languages } from '@mimamori/contract/language'
import { message } from '@mimamori/contract/messages'
import { Button, Collapse, Input, Modal } from 'antd'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { DateField } from '../kit/form/date-field.tsx'
import { TextAreaField } from '../kit/form/text-area-field.tsx'
import { controlId } from '../kit/form/control-id.ts'
import { useForm } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { askToLose } from '../kit/ask-to-lose.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import styles from './duty-form.module.css'
import { RowsField } from './rows-field.tsx'
import { languageInWords } from './words.ts'

const changed = [duty.read.path, duty.register.path, duty.briefings.path, duty.versions.path]

const blankStep: DutyStep = { role: '', name: '', phone: '' }
const blankEmployer: DutyEmployer = { affiliation: '', person: '', phone: '' }

/** The stored employers, and those of people who are there and have none yet. */
const employersFor = ({ employers }: Duty, present: readonly string[]): DutyEmployer[] => {
  const known = new Set(employers.map(({ affiliation }) => affiliation))
  return [...employers, ...present.filter((name) => !known.has(name)).map((affiliation) => ({ ...blankEmployer, affiliation }))]
}

type Props = {
  /** The version that was saved last, or the proposal. */
  readonly duty: Duty
  /** Employers of the people who are there now. */
  readonly present: readonly string[]
  /** The site's day of now, YYYY-MM-DD. */
  readonly today: string
  readonly onClose: () => void
}

type TextsProps = {
  readonly texts: Duty['texts']
  /** Of the first text that is wrong. */
  readonly error: string | undefined
  /** The control that gets the focus when the form finds the texts wrong. */
  readonly focusId: string
  readonly onChange: (texts: Duty['texts']) => void
}

const foreign = languages.filter((code): code is Exclude<Language, 'ja'> => code !== 'ja')

const isTooLong = (text: string | undefined) => (text?.trim().length ?? 0) > dutyLimits.procedures

const Translations = ({ texts, error, focusId, onChange }: TextsProps) => {
  const wrong = foreign.find((code) => isTooLong(texts[code]))
  return (
    <div className={styles['texts']}>
      {foreign.map((code) => (
        <label key={code}>
          {languageInWords(code)}
          <Input.TextArea
            {...(code === wrong && { id: focusId, 'aria-invalid': true, status: 'error' as const })}
            lang={code}
            autoSize={{ minRows: 2, maxRows: 10 }}
            value={texts[code] ?? ''}
            onChange={(event) => onChange({ ...texts, [code]: event.target.value })}
          />
          {code === wrong && error !== undefined && (
            <span role="alert" className={styles['error']}>
              {error}
            </span>
          )}
        </label>
      ))}
    </div>
  )
}

/** Changes the reporting line, the employers' answerable persons and the procedures: they are saved as the next version. */
export const DutyForm = ({ duty: base, present, today, onClose }: Props) => {
  const { officeId } = base
  const [refused, setRefused] = useState('')
  const [isTextsOpen, setTextsOpen] = useState(false)
  const form = useForm('duty', {
    schema: DutyDraft,
    resource: 'duty',
    initial: {
      line: base.line,
      employers: employersFor(base, present),
      procedures: base.procedures,
      texts: base.texts,
      version: base.latest.version,
      validFrom: today,
    },
    onSubmit: async (body) => {
      setRefused('')
      try {
        await call(duty.save, { params: { officeId }, body })
      } catch (error) {
        setRefused(
          errorLines(error)
            .map(({ text }) => text)
            .join('\n'),
        )
        return {}
      }
      return undefined
    },
    onSaved: () => {
      for (const path of changed) void queryClient.invalidateQueries({ queryKey: [path] })
      notify.success(message('C003'))
      onClose()
    },
  })
  useUnsavedGuard(() => form.isDirty())
  const close = async () => {
    if (!form.isDirty() || (await askToLose('閉じる'))) onClose()
  }
  return (
    <Modal
      open
      centered
      width={760}
      title={`体制と手順を直す（版${base.latest.version + 1}になります）`}
      mask={{ closable: false }}
      onCancel={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>やめる</Button>
          <Button type="primary" htmlType="submit" form="duty" loading={form.submitting}>
            版{base.latest.version + 1}として保存する
          </Button>
        </>
      }
    >
      <form id="duty" noValidate className={styles['form']} onSubmit={(event) => void form.submit(event)}>
        {refused !== '' && <Banner kind="failure">{refused}</Banner>}
        <p className={styles['note']}>保存すると、適用開始日から全員が「まだ」に戻ります。もう一度、知らせてください。</p>
        <div className={styles['date']}>
          <DateField form={form} name="validFrom" />
        </div>
        <RowsField
          id="duty-line"
          label={form.labelOf('line')}
          hint="具合の悪い人が出たとき、知らせる順に書きます。"
          rows={form.draft.line?.map((row) => ({ role: row.role ?? '', name: row.name ?? '', phone: row.phone ?? '' })) ?? []}
          columns={[
            { name: 'role', label: form.labelOf('role') },
            { name: 'name', label: form.labelOf('name') },
            { name: 'phone', label: form.labelOf('phone'), isPhone: true },
          ]}
          most={dutyLimits.line}
          blank={blankStep}
          isOrdered
          error={form.errors['line']}
          onChange={(rows) => form.set('line', [...rows])}
        />
        <RowsField
          id="duty-employers"
          label={form.labelOf('employers')}
          hint="作業者の「所属1」にある会社です。会社ごとに、手順を知らせる責任者を決めます。"
          rows={
            form.draft.employers?.map((row) => ({ affiliation: row.affiliation, person: row.person ?? '', phone: row.phone ?? '' })) ?? []
          }
          columns={[
            { name: 'affiliation', label: form.labelOf('affiliation') },
            { name: 'person', label: form.labelOf('person') },
            { name: 'phone', label: form.labelOf('phone'), isPhone: true },
          ]}
          most={dutyLimits.employers}
          blank={blankEmployer}
          error={form.errors['employers']}
          onChange={(rows) => form.set('employers', [...rows])}
        />
        <TextAreaField form={form} name="procedures" hint="1行に1つずつ、行う順に書きます。空にすると、いつもの手順（8言語）になります。" />
        <Collapse
          ghost
          activeKey={isTextsOpen || form.errors['texts'] !== undefined ? ['texts'] : []}
          onChange={(keys) => setTextsOpen(keys.length > 0)}
          items={[
            {
              key: 'texts',
              forceRender: true,
              label: 'ほかの言語の手順（任意）',
              children: (
                <>
                  <p className={styles['note']}>手順を変えたときに使います。入れない言語では、日本語の手順を見せ、そのことを伝えます。</p>
                  <Translations
                    texts={form.draft.texts ?? {}}
                    error={form.errors['texts']}
                    focusId={controlId(form.id, 'texts')}
                    onChange={(texts) => form.set('texts', texts)}
                  />
                </>
              ),
            },
          ]}
        />
      </form>
    </Modal>
  )
}
