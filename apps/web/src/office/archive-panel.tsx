import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { archiveReopenDays, type ArchivePreview, ArchiveRequest } from '@mimamori/contract/office-archive'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { longDate } from '@mimamori/contract/time-words'
import { confirm, giveFocusBack, showFailure } from '../kit/dialogs.ts'
import { TextField } from '../kit/form/text-field.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { notify } from '../kit/notify.ts'
import { Moment } from '../marks/ago.tsx'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { PanelPart, TitledPanel } from '../organisation/panels/titled-panel.tsx'
import { call } from '../platform/api.ts'
import { dateOf } from '../platform/japan-time.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import styles from './archive-panel.module.css'
import { alertWords, elsewhereWords, heardWords, releaseWords, stopWords } from './archive-words.ts'

/** Everything on screen may name the office, its people or its devices. */
const readAgain = async (onChanged: () => void) => {
  onChanged()
  await queryClient.invalidateQueries()
}

type PartProps = { readonly office: ArchivePreview; readonly onChanged: () => void }

/** The first question: what will happen, in short. */
const Consequences = ({ office }: { readonly office: ArchivePreview }) => (
  <>
    「{office.officeName}」を閉鎖します。記録を見るだけの拠点になります。
    <ul className={styles['list']}>
      {[stopWords(office), ...releaseWords(office), alertWords(office)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    {heardWords(office) !== undefined && <p className={styles['warning']}>{heardWords(office)}</p>}
  </>
)

/** The button that archives, after two questions: whether, and what the office is called. */
const ArchivePart = ({ office, onChanged }: PartProps) => {
  const { officeId, officeName } = office
  const [isTyping, setTyping] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const ask = async () => {
    if (await confirm({ title: '拠点の閉鎖', body: <Consequences office={office} />, verb: '拠点名の入力へ' })) setTyping(true)
  }
  const close = () => {
    // A dialog that is still there would keep the focus.
    flushSync(() => setTyping(false))
    giveFocusBack(button.current)
  }
  const archive = async (body: { readonly officeName: string }) => {
    await call(endpoints.officeArchive.archive, { params: { id: officeId }, body })
    notify.success(message('officeArchiveDone', { name: officeName }))
    close()
    await readAgain(onChanged)
  }
  return (
    <>
      <PanelPart
        name="閉鎖"
        button={
          office.emergencies === 0 && (
            <Button danger ref={button} onClick={() => void ask()}>
              拠点を閉鎖する
            </Button>
          )
        }
      >
        {alertWords(office)}
        {heardWords(office) !== undefined && <p className={styles['warning']}>{heardWords(office)}</p>}
      </PanelPart>
      {isTyping && (
        <DraftDialog
          id="archive-office"
          resource="office"
          schema={ArchiveRequest}
          initial={{ officeName: '' }}
          title={`「${officeName}」の閉鎖`}
          verb="閉鎖する"
          save={archive}
          onClose={close}
          confirms
        >
          {(form) => (
            <>
              <DraftNote>
                確かめるため、拠点名「{officeName}」を入力してください。閉鎖してから{archiveReopenDays}日のあいだは、再開できます。
              </DraftNote>
              <TextField form={form} name="officeName" />
            </>
          )}
        </DraftDialog>
      )}
    </>
  )
}

/** What goes and what stays, before the office is archived. */
const Before = ({ office, onChanged }: PartProps) => (
  <>
    <PanelPart name="止まるもの" button={null}>
      {stopWords(office)}
    </PanelPart>
    <PanelPart name="離れるもの" button={null}>
      {releaseWords(office).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </PanelPart>
    <PanelPart name="残るもの" button={null}>
      測定値、アラート、レポート、記録簿、着用の履歴、訓練の記録。いつでも見られ、ファイルに出せます。変更はできません。
    </PanelPart>
    <ArchivePart office={office} onChanged={onChanged} />
  </>
)

type AfterProps = PartProps & { readonly archivedAt: string }

/** Since when the office is archived, and the button that opens it again as long as it can. */
const After = ({ office, archivedAt, onChanged }: AfterProps) => {
  const { officeId, officeName, reopenUntil } = office
  const elsewhere = elsewhereWords(office)
  const reopen = async () => {
    const what = `「${officeName}」を再開します。受信キー、現場ボードのリンク、予定、利用者のログインが、また使えるようになります。機器は、貸し出し直してください。`
    const body = (
      <>
        {what}
        {elsewhere !== undefined && <p className={styles['warning']}>{elsewhere}</p>}
      </>
    )
    if (!(await confirm({ title: '拠点の再開', body, verb: '再開する' }))) return
    try {
      await call(endpoints.officeArchive.reopen, { params: { id: officeId } })
      notify.success(message('officeReopenDone', { name: officeName }))
    } catch (error) {
      void showFailure(error)
    }
    await readAgain(onChanged)
  }
  return (
    <PanelPart name="閉鎖済み" button={reopenUntil !== null && <Button onClick={() => void reopen()}>再開する</Button>}>
      <Moment at={archivedAt} /> に閉鎖しました。記録は見られますが、変更はできません。
      {reopenUntil === null ? (
        <p>{message('reopenOver', { days: archiveReopenDays })}</p>
      ) : (
        <>
          <p>{longDate(dateOf(Date.parse(reopenUntil)))}までは、再開できます。</p>
          {elsewhere !== undefined && <p className={styles['warning']}>{elsewhere}</p>}
        </>
      )}
    </PanelPart>
  )
}

type ArchivePanelProps = {
  readonly officeId: number
  /** Called after it was archived or opened again. */
  readonly onChanged: () => void
}

/** The part of an office's screen where it is archived when its work is finished, and opened again. */
export const ArchivePanel = ({ officeId, onChanged }: ArchivePanelProps) => {
  const result = useQuery({ ...queryOf(endpoints.officeArchive.preview, { params: { id: officeId } }), staleTime: 0 })
  const office = result.data
  return (
    <TitledPanel title="拠点の閉鎖" note="工事が終わった拠点を閉鎖して、記録だけを残します。">
      {office === undefined ? (
        <NoAnswerYet result={result} height={160} />
      ) : office.archivedAt === null ? (
        <Before office={office} onChanged={onChanged} />
      ) : (
        <After office={office} archivedAt={office.archivedAt} onChanged={onChanged} />
      )}
    </TitledPanel>
  )
}
