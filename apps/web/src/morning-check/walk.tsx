import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined'
import type { CheckQuestion } from '@mimamori/contract/check-questions'
import type { Language } from '@mimamori/contract/language'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ShownCheck } from '../organisation/checks/apply-unsent.ts'
import { sendCheck } from '../organisation/checks/check-actions.ts'
import { CheckForm } from '../organisation/checks/check-form.tsx'
import { CheckFoot, CheckNote, CheckPerson } from '../organisation/checks/check-person.tsx'
import { useCheckAnswers } from '../organisation/checks/use-check-answers.ts'
import { useTextsIn } from '../organisation/checks/use-texts-in.ts'
import styles from './walk.module.css'

type PersonProps = {
  readonly person: ShownCheck
  readonly questions: readonly CheckQuestion[]
  readonly onDone: () => void
  readonly onLater: () => void
}

/** Asks one person; nothing is chosen before, and former answers are not shown. */
const Person = ({ person, questions, onDone, onLater }: PersonProps) => {
  const [language, setLanguage] = useState<Language>(person.language ?? 'ja')
  const t = useTextsIn(language)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const { form, isSending, refuse, submit } = useCheckAnswers(questions, async (given) => {
    const state = await sendCheck(person, given)
    // Anyone who went to somebody else while it was sent is not led away from them.
    if (state !== undefined && !isLeft.current) onDone()
  })
  return (
    <>
      <CheckPerson name={person.fullName} furigana={person.furigana} languageLabel="言語" language={language} onLanguage={setLanguage} />
      {person.state !== 'none' && <CheckNote>きょうの答えがあります。選び直すと、前の答えと入れ替わります。</CheckNote>}
      <CheckForm {...form} language={language} t={t} />
      <Button type="text" className={styles['refuse'] ?? ''} disabled={isSending} onClick={refuse}>
        <span lang={language}>{t('check.refuse')}</span>
      </Button>
      <CheckFoot>
        <Button onClick={onLater}>あとで</Button>
        <Button type="primary" loading={isSending} onClick={submit}>
          次の人へ
        </Button>
      </CheckFoot>
    </>
  )
}

type WalkProps = {
  readonly rows: readonly ShownCheck[]
  readonly userId: number
  readonly questions: readonly CheckQuestion[]
  /** Where it is: the group, or the site. */
  readonly place: string
  /** To somebody else; undefined to the overview. */
  readonly goTo: (userId: number | undefined) => void
  readonly nextOf: (userId: number) => number | undefined
}

/** The check person by person: 3 of 10. */
export const Walk = ({ rows, userId, questions, place, goTo, nextOf }: WalkProps) => {
  const index = rows.findIndex((row) => row.userId === userId)
  const person = rows[index]
  if (person === undefined) return null
  const before = rows[index - 1]?.userId
  const next = () => goTo(nextOf(userId))
  return (
    <section className={styles['walk']} aria-label="朝礼チェック">
      <div className={styles['head']}>
        <Button
          type="text"
          icon={<ArrowLeftOutlined />}
          aria-label={before === undefined ? '一覧に戻る' : '前の人へ'}
          onClick={() => goTo(before)}
        />
        <span className={styles['place']}>{place}</span>
        <span>
          <strong>{index + 1}</strong> / {rows.length}人
        </span>
        <Button type="text" onClick={() => goTo(undefined)}>
          一覧
        </Button>
      </div>
      <progress className={styles['progress']} aria-label="何人目か" value={index + 1} max={rows.length} />
      <Person key={userId} person={person} questions={questions} onDone={next} onLater={next} />
    </section>
  )
}
