import LockOutlined from '@ant-design/icons/LockOutlined'
import { type CheckQuestion, type CheckValue, choicesOf } from '@mimamori/contract/check-questions'
import { checkMarkOf } from '@mimamori/contract/check-words'
import type { Language } from '@mimamori/contract/language'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { FuriganaText } from '../../kit/furigana-text.tsx'
import styles from './check-form.module.css'

/** Answers by the question's key; nothing is chosen before. */
export type GivenAnswers = Readonly<Record<string, CheckValue>>

type Texts = { readonly language: Language; readonly t: TFunction }

const questionText = (question: CheckQuestion, { language, t }: Texts): string =>
  'text' in question ? (question.text[language] ?? question.text.ja) : t(`check.question.${question.key}`, { furigana: 'keep' })

const choiceText = (question: CheckQuestion, value: CheckValue, { language, t }: Texts): string => {
  if ('choices' in question) return question.choices[value]?.[language] ?? question.choices[value]?.ja ?? ''
  if (question.key === 'water') return t(value === 'good' ? 'check.choice.water.good' : 'check.choice.water.poor', { furigana: 'keep' })
  return t(`check.choice.${question.key}.${value}`, { furigana: 'keep' })
}

type RowProps = Texts & {
  readonly question: CheckQuestion
  readonly value: CheckValue | undefined
  readonly isMissing: boolean
  readonly onChoose: (value: CheckValue) => void
}

const Row = ({ question, value, isMissing, onChoose, ...texts }: RowProps) => {
  const id = useId()
  return (
    <fieldset className={styles['row']} data-missing={isMissing} aria-labelledby={id}>
      <div className={styles['question']}>
        <span className={styles['mark']} aria-hidden="true">
          {checkMarkOf(question)}
        </span>
        <span id={id}>
          <FuriganaText text={questionText(question, texts)} />
        </span>
      </div>
      <div className={styles['choices']}>
        {choicesOf(question).map((choice) => (
          <label key={choice} className={styles['choice']} data-chosen={value === choice}>
            <input type="radio" name={id} checked={value === choice} onChange={() => onChoose(choice)} />
            <FuriganaText text={choiceText(question, choice, texts)} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CheckFormProps = Texts & {
  readonly questions: readonly CheckQuestion[]
  readonly answers: GivenAnswers
  /** True once somebody tried to continue with questions left: those are marked. */
  readonly isTried: boolean
  readonly onChange: (answers: GivenAnswers) => void
}

/** The questions of the morning check, a row of taps each, in a language. */
export const CheckForm = ({ questions, answers, isTried, onChange, language, t }: CheckFormProps) => {
  const isLeft = isTried && questions.some(({ key }) => answers[key] === undefined)
  return (
    <div lang={language} className={styles['form']}>
      {questions.map((question) => (
        <Row
          key={question.key}
          question={question}
          value={answers[question.key]}
          isMissing={isTried && answers[question.key] === undefined}
          onChoose={(value) => onChange({ ...answers, [question.key]: value })}
          language={language}
          t={t}
        />
      ))}
      <p role="status" className={styles['left']}>
        {isLeft && <FuriganaText text={t('check.missing', { furigana: 'keep' })} />}
      </p>
      <p className={styles['readBy']}>
        <LockOutlined aria-hidden="true" />
        <FuriganaText text={t('check.readBy', { furigana: 'keep' })} />
      </p>
    </div>
  )
}

/** Whether every question is answered. */
export const isComplete = (questions: readonly CheckQuestion[], answers: GivenAnswers): boolean =>
  questions.every(({ key }) => answers[key] !== undefined)
