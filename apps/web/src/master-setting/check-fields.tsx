import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { type CheckQuestion, mostCheckQuestions, type StandardCheck, standardChecks } from '@mimamori/contract/check-questions'
import { type Language, languageNames, languages } from '@mimamori/contract/language'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { countNames, draftOf, type DraftQuestion, textOfDraft, withOwnQuestion, withWords } from './check-draft.ts'
import styles from './check-fields.module.css'
import { Origin } from './origin.tsx'
import { SettingNotes } from './setting-row.tsx'
import { idOf, type SettingForm } from './use-setting-form.ts'

const name = ['MORNING_CHECK_SETTING', 'QUESTIONS'] as const
const longest = 40

const titles: Record<StandardCheck, string> = {
  sleep: '睡眠',
  breakfast: '朝食',
  alcohol: 'ゆうべの酒',
  illness: '体調',
  water: 'けさの水分',
}

type Counts = CheckQuestion['counts']
const countsWithFair: readonly Counts[] = ['poor', 'fair', 'none']
const countsOfTwo: readonly Counts[] = ['poor', 'none']

type CountSelectProps = {
  readonly label: string
  readonly hasFair: boolean
  readonly value: Counts
  readonly isOff?: boolean
  readonly onChange: (counts: Counts) => void
}

const CountSelect = ({ label, hasFair, value, isOff = false, onChange }: CountSelectProps) => (
  <Select
    className={styles['counts'] ?? ''}
    aria-label={`${label}の数え方`}
    disabled={isOff}
    value={value}
    options={(hasFair ? countsWithFair : countsOfTwo).map((counts) => ({ value: counts, label: countNames[counts] }))}
    onChange={onChange}
  />
)

const languageOptions = languages.map((value) => ({ value, label: languageNames[value].japanese }))

type OwnProps = {
  readonly question: DraftQuestion
  readonly number: number
  readonly onChange: (question: DraftQuestion) => void
  readonly onRemove: () => void
}

/** A question of the company's own: its words in one language at a time. */
const OwnQuestion = ({ question, number, onChange, onRemove }: OwnProps) => {
  const [language, setLanguage] = useState<Language>('ja')
  const { text = {}, choices = { good: {}, poor: {} } } = question
  const label = `独自の質問${number}`
  const field = (title: string, value: string | undefined, change: (words: string) => void) => (
    <Input
      aria-label={`${label}：${title}`}
      placeholder={title}
      autoComplete="off"
      lang={language}
      maxLength={longest}
      value={value ?? ''}
      onChange={(event) => change(event.target.value)}
    />
  )
  const setChoice = (key: 'good' | 'fair' | 'poor', words: string) => {
    const next = withWords(choices[key] ?? {}, language, words)
    // Without words in Japanese there is no middle choice.
    const { fair: _, ...two } = choices
    onChange({ ...question, choices: key === 'fair' && (next['ja'] ?? '') === '' ? two : { ...choices, [key]: next } })
  }
  return (
    <li className={styles['own']}>
      <div className={styles['line']}>
        <Select aria-label={`${label}の言語`} value={language} options={languageOptions} onChange={setLanguage} />
        {field('質問', text[language], (words) => onChange({ ...question, text: withWords(text, language, words) }))}
        <Button type="text" icon={<CloseOutlined aria-hidden="true" />} aria-label={`${label}をやめる`} onClick={onRemove} />
      </div>
      <div className={styles['choices']}>
        {field('よい答え', choices.good[language], (words) => setChoice('good', words))}
        {field('中間の答え（なくてもよい）', choices.fair?.[language], (words) => setChoice('fair', words))}
        {field('悪い答え', choices.poor[language], (words) => setChoice('poor', words))}
      </div>
      <CountSelect
        label={label}
        hasFair={choices.fair !== undefined}
        value={question.counts}
        onChange={(counts) => onChange({ ...question, counts })}
      />
    </li>
  )
}

/** The questions of the morning check: which are asked, and which answers count. */
export const CheckFields = ({ form }: { readonly form: SettingForm }) => {
  const shown = form.shown(name)
  if (shown === undefined) return null
  const questions = draftOf(shown.value)
  const put = (next: readonly DraftQuestion[]) => form.set(name, textOfDraft(next))
  const replace = (changed: DraftQuestion) => put(questions.map((one) => (one.key === changed.key ? changed : one)))
  const without = (key: string) => put(questions.filter((one) => one.key !== key))
  const own = questions.filter(({ text }) => text !== undefined)
  const isFull = questions.length >= mostCheckQuestions
  return (
    <div role="group" aria-label="朝礼チェックの質問" id={idOf(name)} tabIndex={-1}>
      <ul className={styles['list']}>
        {standardChecks.map((key) => {
          const question = questions.find((one) => one.key === key)
          return (
            <li key={key} className={styles['line']}>
              <Checkbox
                checked={question !== undefined}
                disabled={question === undefined && isFull}
                onChange={(event) => (event.target.checked ? put([...questions, { key, counts: 'poor' }]) : without(key))}
              >
                {titles[key]}
              </Checkbox>
              <CountSelect
                label={titles[key]}
                hasFair={key !== 'water'}
                isOff={question === undefined}
                value={question?.counts ?? 'poor'}
                onChange={(counts) => replace({ key, counts })}
              />
            </li>
          )
        })}
        {own.map((question, index) => (
          <OwnQuestion
            key={question.key}
            question={question}
            number={index + 1}
            onChange={replace}
            onRemove={() => without(question.key)}
          />
        ))}
      </ul>
      <div className={styles['foot']}>
        {!isFull && (
          <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => put(withOwnQuestion(questions))}>
            質問を足す
          </Button>
        )}
        <Origin form={form} names={[name]} label="質問" />
      </div>
      <SettingNotes form={form} name={name} />
    </div>
  )
}
