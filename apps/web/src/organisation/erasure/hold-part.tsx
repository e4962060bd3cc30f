import { endpoints } from '@mimamori/contract/endpoints'
import { type Erasure, HoldDraft } from '@mimamori/contract/erasure'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { DateField } from '../../kit/form/date-field.tsx'
import { TextField } from '../../kit/form/text-field.tsx'
import { notify } from '../../kit/notify.ts'
import { useOpener } from '../../kit/use-opener.ts'
import { call } from '../../platform/api.ts'
import { DraftDialog, DraftNote } from '../panels/draft-dialog.tsx'
import { PanelPart } from '../panels/titled-panel.tsx'

type HoldPartProps = { readonly person: Erasure; readonly onChanged: () => unknown }

const slashed = (day: string) => day.replaceAll('-', '/')

/** Whether somebody's data is held, and the buttons that set a hold and end it. */
export const HoldPart = ({ person: { userId, fullName, hold }, onChanged }: HoldPartProps) => {
  const dialog = useOpener()
  const params = { id: userId }
  const set = async (body: { readonly reason: string; readonly endsOn: string }) => {
    await call(endpoints.erasure.hold, { params, body })
    notify.success(message('held'))
    dialog.close()
    onChanged()
  }
  const release = async () => {
    if (!(await confirm({ body: message('holdReleaseConfirm', { name: fullName }), verb: '保全を解く' }))) return
    try {
      await call(endpoints.erasure.release, { params })
      notify.success(message('holdReleased'))
    } catch (error) {
      void showFailure(error)
    }
    onChanged()
  }
  const buttons = (
    <span>
      <Button onClick={dialog.open}>{hold === null ? '保全する' : '理由と期限を変える'}</Button>
      {hold !== null && (
        <Button type="text" onClick={() => void release()}>
          保全を解く
        </Button>
      )}
    </span>
  )
  return (
    <>
      <PanelPart name="保全" button={buttons}>
        {hold === null
          ? '保全していません。事故の調査などで残すときは、期限を決めて保全します。その間は、消去も削除もできません。'
          : `${slashed(hold.endsOn)}まで保全中です。理由：${hold.reason}（${hold.heldBy}）`}
      </PanelPart>
      {dialog.isOpen && (
        <DraftDialog
          id="person-hold"
          resource="erasure"
          schema={HoldDraft}
          initial={{ reason: hold?.reason ?? '', endsOn: hold?.endsOn ?? '' }}
          title={`${fullName}の個人データを保全する`}
          verb="保全する"
          save={set}
          onClose={dialog.close}
        >
          {(form) => (
            <>
              <DraftNote>期限の日が終わるまで、消去も削除もできません。理由と期限は、操作の記録に残ります。</DraftNote>
              <TextField form={form} name="reason" placeholder="例 労災の調査" hint="200文字まで" />
              <DateField form={form} name="endsOn" hint="保全する最後の日" />
            </>
          )}
        </DraftDialog>
      )}
    </>
  )
}
