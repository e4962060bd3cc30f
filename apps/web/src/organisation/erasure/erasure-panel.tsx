import { endpoints } from '@mimamori/contract/endpoints'
import { type Erasure, EraseRequest } from '@mimamori/contract/erasure'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { confirm, giveFocusBack } from '../../kit/dialogs.ts'
import { TextField } from '../../kit/form/text-field.tsx'
import { NoAnswerYet } from '../../kit/no-answer-yet.tsx'
import { notify } from '../../kit/notify.ts'
import { Moment } from '../../marks/ago.tsx'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'
import { mayErase } from './deleted-filter.tsx'
import { DraftDialog, DraftNote } from '../panels/draft-dialog.tsx'
import styles from './erasure-panel.module.css'
import { HoldPart } from './hold-part.tsx'
import { OutsideHolders } from './outside-holders.tsx'
import { PanelPart, TitledPanel } from '../panels/titled-panel.tsx'

const title = screens.personErasure.title

const Hindrances = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.length < 2 ? (
    (texts[0] ?? '消去すると、元に戻せません。')
  ) : (
    <ul className={styles['hindrances']}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )

/** The button that erases, after two questions: whether, and whose login ID it is. */
const ErasePart = ({ person }: { readonly person: Erasure }) => {
  const { userId, fullName, userName, hindrances } = person
  const [isTyping, setTyping] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const ask = async () => {
    if (await confirm({ body: message('eraseConfirm', { name: fullName }), verb: 'ログインIDの入力へ' })) setTyping(true)
  }
  const close = () => {
    // A dialog that is still there would keep the focus.
    flushSync(() => setTyping(false))
    giveFocusBack(button.current)
  }
  const erase = async (body: { readonly userName: string }) => {
    await call(endpoints.erasure.erase, { params: { id: userId }, body })
    notify.success(message('erased'))
    close()
    // The form of the account would find nobody any more.
    await navigate({ to: screens.personErasure.path, params: { id: String(userId) }, replace: true })
    queryClient.removeQueries({ type: 'inactive' })
    await queryClient.invalidateQueries()
  }
  return (
    <>
      <PanelPart
        name="消去"
        button={
          hindrances.length === 0 && (
            <Button danger ref={button} onClick={() => void ask()}>
              個人データを消去する
            </Button>
          )
        }
      >
        <Hindrances texts={hindrances} />
      </PanelPart>
      {isTyping && (
        <DraftDialog
          id="erase-person"
          resource="erasure"
          schema={EraseRequest}
          initial={{ userName: '' }}
          title={`${fullName}の個人データの消去`}
          verb="消去する"
          save={erase}
          onClose={close}
          confirms
        >
          {(form) => (
            <>
              <DraftNote>
                確かめるため、この人のログインID「<span className="id">{userName}</span>」を入力してください。消去すると、元に戻せません。
              </DraftNote>
              <TextField form={form} name="userName" face="id" />
            </>
          )}
        </DraftDialog>
      )}
    </>
  )
}

/** What goes and what stays, before it is done. */
const Before = ({ person, onChanged }: { readonly person: Erasure; readonly onChanged: () => unknown }) => (
  <>
    <PanelPart name="消えるもの" button={null}>
      氏名、ログインID、連絡先、生年月日、所属など、この人の登録内容。アラート、メモ、メール、通知、操作の記録と、ほかの人が書いた文の中の氏名や連絡先。ログインは終わり、機器は外れます。
    </PanelPart>
    <PanelPart name="残るもの" button={null}>
      測定値、アラート、レポートの数値。氏名のかわりに「消去済み（番号）」と表示します。
    </PanelPart>
    <PanelPart name="消去の届かない先" button={null}>
      <OutsideHolders holders={person.outside} />
    </PanelPart>
    <HoldPart person={person} onChanged={onChanged} />
    <ErasePart person={person} />
  </>
)

const After = ({ person, erasedAt }: { readonly person: Erasure; readonly erasedAt: string }) => (
  <>
    <PanelPart name="消去" button={null}>
      <Moment at={erasedAt} /> に消去しました。数値は「{person.fullName}」として残っています。
    </PanelPart>
    <PanelPart name="消去の届かない先" button={null}>
      <p>次の先には、消去の前に渡したものが残っています。必要なときは、消すように頼んでください。</p>
      <OutsideHolders holders={person.outside} />
    </PanelPart>
  </>
)

/**
 * The part of an account's screen where everything that identifies the person is erased, and held: for administrators of the
 * service and of the company, about everybody but themselves.
 */
export const ErasurePanel = ({ userId }: { readonly userId: number }) => {
  const viewer = useViewer()
  const isShown = mayErase(viewer) && viewer.userId !== userId
  const result = useQuery({ ...queryOf(endpoints.erasure.one, { params: { id: userId } }), enabled: isShown, staleTime: 0 })
  if (!isShown) return null
  const person = result.data
  return (
    <TitledPanel title={title} note="この人を表すものを、すべての記録から取り除きます。">
      {person === undefined ? (
        <NoAnswerYet result={result} height={120} />
      ) : person.erasedAt === null ? (
        <Before person={person} onChanged={result.refetch} />
      ) : (
        <After person={person} erasedAt={person.erasedAt} />
      )}
    </TitledPanel>
  )
}
